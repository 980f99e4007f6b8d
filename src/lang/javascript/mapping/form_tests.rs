//! The ways in which packages declare and export their functions, each with a test whose focal function is one of them.

use std::path::Path;
use std::sync::Arc;

use crate::lang::Source;
use crate::lang::index::TestName;
use crate::lang::javascript::index::Index;
use crate::model::{Focal, FocalMethod, Located, StackTrace};

/// A package with a test that failed on the line with `//!`.
struct Form {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    test: &'static str,
    /// The file and the line on which the focal function begins.
    focal: &'static str,
}

/// A class with a setter, and a getter that reads the last element of a list.
const PEN_WITH_TIP: &str = "export class Pen {\n  constructor(tip) {\n    this.tips = [tip];\n  }\n  get tip() {\n    return this.tips[this.tips.length - 1];\n  }\n  set tip(tip) {\n    if (!tip) throw new Error('empty');\n    this.tips.push(tip);\n  }\n}\n";

/// A constant with an annotation that is a function with members, and an interface that a class of the module implements.
const FLOW: &str = "export interface FlowMaker {\n  (run: () => number): Flow;\n  lift(value: object): Flow;\n}\nexport interface Flow {\n  rinse(by: object): Flow;\n}\nclass Basin implements Flow {\n  constructor(private run: () => number) {}\n  rinse(by: object): Flow {\n    return Flow(() => this.run());\n  }\n}\nexport const Flow: FlowMaker = Object.assign((run: () => number): Flow => new Basin(run), {\n  lift: (value: object): Flow => Flow(() => 1),\n});\n";

/// A maker of functions with members, which are those of the object that such a function returns as well.
const CASE: &str = "function caseOf(options) {\n  const self = function (pens) {\n    const bound = {};\n    for (const key of Object.keys(self)) {\n      bound[key] = (...given) => self[key](pens, ...given);\n    }\n    return bound;\n  };\n  self.push = function (pens, pen) {\n    pens.unshift(pen);\n  };\n  self.find = (pens, pen) => pens.indexOf(pen) + options.first;\n  return self;\n}\nconst all = caseOf({ first: 0 });\nall.loose = caseOf({ first: 1 });\nmodule.exports = all;\n";

/// A function that makes what other functions are given.
const DROP: &str = "export const drop = (size: number) => ({ size });\n";

const FORMS: &[Form] = &[
    // self.find = (pens, pen) => …
    Form {
        name: "member-that-a-maker-made",
        files: &[("src/case.js", CASE)],
        test: "const pens = require('../src/case');\nit('works', () => {\n  expect(pens.loose.find(['a'], 'a')).toBe(1); //!\n});\n",
        focal: "src/case.js:12",
    },
    // self.push = function (pens, pen) {
    Form {
        name: "act-on-a-member-that-a-maker-made",
        files: &[("src/case.js", CASE)],
        test: "const pens = require('../src/case');\nit('works', () => {\n  const list = ['a'];\n  pens.loose.push(list, 'b');\n  expect(list).toEqual(['a', 'b']); //!\n});\n",
        focal: "src/case.js:9",
    },
    // self.push = function (pens, pen) {
    Form {
        name: "act-on-an-object-with-bound-members",
        files: &[("src/case.js", CASE)],
        test: "const pens = require('../src/case');\nit('works', () => {\n  const list = ['a'];\n  const bound = pens(list);\n  bound.push('b');\n  expect(list).toEqual(['a', 'b']); //!\n});\n",
        focal: "src/case.js:9",
    },
    // self.find = (pens, pen) => …
    Form {
        name: "object-with-bound-members",
        files: &[("src/case.js", CASE)],
        test: "const pens = require('../src/case');\nit('works', () => {\n  expect(pens(['a']).find('a')).toBe(1); //!\n});\n",
        focal: "src/case.js:12",
    },
    // self.find = (pens, pen) => …
    Form {
        name: "object-with-bound-members-of-a-member",
        files: &[("src/case.js", CASE)],
        test: "const pens = require('../src/case');\nit('works', () => {\n  expect(pens.loose(['a']).find('a')).toBe(1); //!\n});\n",
        focal: "src/case.js:12",
    },
    // self.fill = function (line) {
    Form {
        name: "object-named-as-one-of-the-runtime",
        files: &[(
            "src/pen.js",
            "function penOf(ink) {\n  const self = {};\n  function fill(line) {\n    return ink + line;\n  }\n  self.fill = function (line) {\n    return fill(line);\n  };\n  return self;\n}\nmodule.exports = penOf('a');\nmodule.exports.wet = penOf('b');\n",
        )],
        test: "const pens = require('../src/pen');\nit('works', () => {\n  expect(pens.wet.fill('c')).toBe('bc'); //!\n});\n",
        focal: "src/pen.js:6",
    },
    // has: (line, part) => line.includes(part),
    Form {
        name: "members-of-an-object-that-are-bound",
        files: &[(
            "src/pen.js",
            "const pens = {\n  draw: (line) => line,\n  has: (line, part) => line.includes(part),\n};\nexport function penOf(line) {\n  return Object.keys(pens).reduce((bound, key) => {\n    bound[key] = pens[key].bind(pens, line);\n    return bound;\n  }, {});\n}\n",
        )],
        test: "import { penOf } from '../src/pen';\nit('works', () => {\n  const pen = penOf('ab');\n  expect(pen.has('a')).toBe(true); //!\n});\n",
        focal: "src/pen.js:3",
    },
    // lift: (value: object): Flow => Flow(() => 1),
    Form {
        name: "annotated-function-with-members",
        files: &[("src/flow.ts", FLOW), ("src/drop.ts", DROP)],
        test: "import { Flow } from '../src/flow';\nimport { drop } from '../src/drop';\nit('works', async () => {\n  expect(await Flow.lift(drop(5))).toEqual(drop(2)); //!\n});\n",
        focal: "src/flow.ts:15",
    },
    // rinse(by: object): Flow {
    Form {
        name: "interface-as-result",
        files: &[("src/flow.ts", FLOW), ("src/drop.ts", DROP)],
        test: "import { Flow } from '../src/flow';\nimport { drop } from '../src/drop';\nit('works', async () => {\n  expect(await Flow.lift(drop(5)).rinse(drop(1))).toEqual(drop(2)); //!\n});\n",
        focal: "src/flow.ts:10",
    },
    // rinse(by: object): Flow {
    Form {
        name: "interface-of-another-module",
        files: &[
            ("src/flow.ts", FLOW),
            ("src/all.ts", "export * from './flow';\n"),
            (
                "src/tap.ts",
                "import { Flow } from './all';\nexport const open = (taps: any): Flow => taps.open();\nexport class Other {\n  rinse() {}\n}\n",
            ),
        ],
        test: "import { open } from '../src/tap';\nit('works', async () => {\n  expect(open(1).rinse(2)).toEqual(3); //!\n});\n",
        focal: "src/flow.ts:10",
    },
    // lift: (value: object): Flow => Flow(() => 1),
    Form {
        name: "argument-of-an-unknown-member",
        files: &[("src/flow.ts", FLOW), ("src/drop.ts", DROP)],
        test: "import { Flow } from '../src/flow';\nimport { drop } from '../src/drop';\nit('works', async () => {\n  expect(await Flow.lift(drop(5)).vanish(drop(1))).toEqual(drop(2)); //!\n});\n",
        focal: "src/flow.ts:15",
    },
    // ColourClass.prototype.toName = function () {
    Form {
        name: "plugin",
        files: &[
            (
                "src/colour.ts",
                "export class Colour {\n  constructor(readonly text: string) {}\n  dark(): boolean {\n    return this.text < '#8';\n  }\n}\nexport const colour = (text: string): Colour => new Colour(text);\n",
            ),
            (
                "src/extend.ts",
                "import { Colour } from './colour';\nexport type Plugin = (C: typeof Colour, more: string[]) => void;\nexport const extend = (plugins: Plugin[]): void => {\n  plugins.forEach((plugin) => {\n    plugin(Colour, []);\n  });\n};\n",
            ),
            (
                "src/names.ts",
                "import { Plugin } from './extend';\nconst names: Plugin = (ColourClass, more): void => {\n  ColourClass.prototype.toName = function (options) {\n    return more.concat(options)[0];\n  };\n};\nexport default names;\n",
            ),
            ("src/other.ts", "export class Other {\n  toName() {}\n}\n"),
        ],
        test: "import { colour } from '../src/colour';\nimport { extend } from '../src/extend';\nimport names from '../src/names';\nextend([names]);\nit('works', () => {\n  expect(colour('#f00').toName('red')).toBe('red'); //!\n});\n",
        focal: "src/names.ts:3",
    },
    // Pen.prototype.bend = function (by) {
    Form {
        name: "added",
        files: &[
            ("src/pen.js", "export class Pen {\n  draw() {}\n}\n"),
            (
                "src/bend.js",
                "import { Pen } from './pen.js';\nPen.prototype.bend = function (by) {\n  this.angle = by;\n  return this.angle * 2;\n};\n",
            ),
            ("src/other.js", "export class Other {\n  bend() {}\n}\n"),
        ],
        test: "import { Pen } from '../src/pen.js';\nimport '../src/bend.js';\nit('works', () => {\n  expect(new Pen().bend(1)).toBe(1); //!\n});\n",
        focal: "src/bend.js:2",
    },
    // pens.parse.text = function (text) {
    Form {
        name: "conditional-global",
        files: &[
            (
                "pens.js",
                "pens = function () {\n  'use strict';\n  var pens = {\n    version: '1'\n  };\n  pens.parse = {};\n  pens.parse.text = function (text) {\n    return [text].map(String);\n  };\n  return pens;\n}();\n",
            ),
            ("index.js", "require(process.env.COV ? './pens-cov' : './pens');\nmodule.exports = pens;\n"),
            ("other.js", "exports.Other = class {\n  text() {}\n};\n"),
        ],
        test: "const text = require('../index').parse.text;\nit('works', () => {\n  expect(text('a')).toEqual(['b']); //!\n});\n",
        focal: "pens.js:7",
    },
    // open(name) {
    Form {
        name: "helper-object",
        files: &[
            (
                "src/store.js",
                "export class Store {\n  open(name) {\n    this.name = name;\n    return name.length;\n  }\n}\nexport const createStore = () => new Store();\n",
            ),
            ("src/other.js", "export class Door {\n  open() {}\n}\n"),
        ],
        test: "import { createStore } from '../src/store.js';\nconst setUp = async () => {\n  const store = createStore();\n  return { store, name: 'attic' };\n};\nit('works', async () => {\n  const { store: opened } = await setUp();\n  expect(opened.open('a')).toBe(2); //!\n});\n",
        focal: "src/store.js:2",
    },
    // open(name) {
    Form {
        name: "helper-object-elsewhere",
        files: &[
            (
                "src/store.js",
                "export class Store {\n  open(name) {\n    this.name = name;\n    return name.length;\n  }\n}\nexport const createStore = () => new Store();\n",
            ),
            ("src/other.js", "export class Door {\n  open() {}\n}\n"),
            (
                "test/helpers.js",
                "import { createStore } from '../src/store.js';\nexport function setUp() {\n  const store = createStore();\n  return { store, name: 'attic' };\n}\n",
            ),
        ],
        test: "import { setUp } from './helpers.js';\nit('works', () => {\n  const made = setUp();\n  expect(made.store.open('a')).toBe(2); //!\n});\n",
        focal: "src/store.js:2",
    },
    // export function slug(text, options) {
    Form {
        name: "wrapper",
        files: &[(
            "src/slug.js",
            "export const trim = (text) => text.trim();\nexport function slug(text, options) {\n  return text.split(' ').join(options.by);\n}\n",
        )],
        test: "import { slug, trim } from '../src/slug.js';\nconst run = (text) => {\n  const trimmed = trim(text);\n  return slug(trimmed, { by: '-' });\n};\nit('works', () => {\n  const found = run('a b');\n  expect(found).toBe('a-b'); //!\n});\n",
        focal: "src/slug.js:2",
    },
    // describe(by) {
    Form {
        name: "class-in-a-maker",
        files: &[
            (
                "src/errors.js",
                "export function createError(code) {\n  class Made extends Error {\n    describe(by) {\n      this.by = by;\n      return `${code} by ${by}`;\n    }\n  }\n  return Made;\n}\n",
            ),
            ("src/other.js", "export class Other {\n  describe() {}\n}\n"),
        ],
        test: "import { createError } from '../src/errors.js';\nit('works', () => {\n  const Made = createError('A');\n  const error = new Made('a');\n  expect(error.describe('b')).toBe('c'); //!\n});\n",
        focal: "src/errors.js:3",
    },
    // lend(title) {
    Form {
        name: "arrow-that-reads",
        files: &[(
            "src/library.js",
            "export function createLibrary() {\n  const books = new Map();\n  return {\n    lend(title) {\n      books.set(title, 1);\n    },\n    count: () => books.size,\n  };\n}\n",
        )],
        test: "import { createLibrary } from '../src/library.js';\nit('works', () => {\n  const library = createLibrary();\n  library.lend('a');\n  expect(library.count()).toBe(2); //!\n});\n",
        focal: "src/library.js:4",
    },
    // draw() { return 1; },
    Form {
        name: "assign-proto",
        files: &[(
            "pen.js",
            "function Pen() {}\nObject.assign(Pen.prototype, {\n  draw() { return 1; },\n});\nmodule.exports = Pen;\n",
        )],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // draw() { return 1; },
    Form {
        name: "assign-mixin",
        files: &[
            ("mix.js", "exports.drawing = {\n  draw() { return 1; },\n};\n"),
            (
                "pen.js",
                "const { drawing } = require('./mix');\nclass Pen { fill() { return 2; } }\nObject.assign(Pen.prototype, drawing);\nmodule.exports = Pen;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "mix.js:2",
    },
    // Pen.prototype.draw = function () { return this.fill(); };
    Form {
        name: "inherits",
        files: &[
            (
                "base.js",
                "function Pen() {}\nPen.prototype.draw = function () { return this.fill(); };\nmodule.exports = Pen;\n",
            ),
            ("other.js", "class Brush { draw() {} }\nexports.Brush = Brush;\n"),
            (
                "pen.js",
                "const util = require('util');\nconst Pen = require('./base');\nfunction Fountain() { Pen.call(this); }\nutil.inherits(Fountain, Pen);\nFountain.prototype.fill = function () { return 3; };\nmodule.exports = Fountain;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "base.js:2",
    },
    // Pen.prototype.draw = function () { return this.fill(); };
    Form {
        name: "create",
        files: &[
            (
                "base.js",
                "function Pen() {}\nPen.prototype.draw = function () { return this.fill(); };\nmodule.exports = Pen;\n",
            ),
            ("other.js", "class Brush { draw() {} }\nexports.Brush = Brush;\n"),
            (
                "pen.js",
                "const util = require('util');\nconst Pen = require('./base');\nfunction Fountain() { Pen.call(this); }\nFountain.prototype = Object.create(Pen.prototype);\nFountain.prototype.fill = function () { return 3; };\nmodule.exports = Fountain;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "base.js:2",
    },
    // Pen.prototype.draw = function () { return this.fill(); };
    Form {
        name: "newproto",
        files: &[
            (
                "base.js",
                "function Pen() {}\nPen.prototype.draw = function () { return this.fill(); };\nmodule.exports = Pen;\n",
            ),
            ("other.js", "class Brush { draw() {} }\nexports.Brush = Brush;\n"),
            (
                "pen.js",
                "const util = require('util');\nconst Pen = require('./base');\nfunction Fountain() { Pen.call(this); }\nFountain.prototype = new Pen();\nFountain.prototype.fill = function () { return 3; };\nmodule.exports = Fountain;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "base.js:2",
    },
    // Pen.prototype.draw = function () { return this.fill(); };
    Form {
        name: "protoproto",
        files: &[
            (
                "base.js",
                "function Pen() {}\nPen.prototype.draw = function () { return this.fill(); };\nmodule.exports = Pen;\n",
            ),
            ("other.js", "class Brush { draw() {} }\nexports.Brush = Brush;\n"),
            (
                "pen.js",
                "const util = require('util');\nconst Pen = require('./base');\nfunction Fountain() { Pen.call(this); }\nFountain.prototype.__proto__ = Pen.prototype;\nFountain.prototype.fill = function () { return 3; };\nmodule.exports = Fountain;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "base.js:2",
    },
    // Pen.prototype.draw = function () { return this.fill(); };
    Form {
        name: "setproto",
        files: &[
            (
                "base.js",
                "function Pen() {}\nPen.prototype.draw = function () { return this.fill(); };\nmodule.exports = Pen;\n",
            ),
            ("other.js", "class Brush { draw() {} }\nexports.Brush = Brush;\n"),
            (
                "pen.js",
                "const util = require('util');\nconst Pen = require('./base');\nfunction Fountain() { Pen.call(this); }\nObject.setPrototypeOf(Fountain.prototype, Pen.prototype);\nFountain.prototype.fill = function () { return 3; };\nmodule.exports = Fountain;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "base.js:2",
    },
    // Pen.prototype.draw = function () { return this.fill(); };
    Form {
        name: "create2",
        files: &[
            (
                "base.js",
                "function Pen() {}\nPen.prototype.draw = function () { return this.fill(); };\nmodule.exports = Pen;\n",
            ),
            ("other.js", "class Brush { draw() {} }\nexports.Brush = Brush;\n"),
            (
                "pen.js",
                "const util = require('util');\nconst Pen = require('./base');\nfunction Fountain() { Pen.call(this); }\nFountain.prototype = Object.create(Pen.prototype, { constructor: { value: Fountain } });\nFountain.prototype.fill = function () { return 3; };\nmodule.exports = Fountain;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "base.js:2",
    },
    // proto.draw = function () { return 1; };
    Form {
        name: "proto-alias",
        files: &[(
            "pen.js",
            "function Pen() {}\nconst proto = Pen.prototype;\nproto.draw = function () { return 1; };\nproto.fill = function () {};\nmodule.exports = Pen;\n",
        )],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // pen.draw = function () { return 1; };
    Form {
        name: "exports-chain",
        files: &[(
            "pen.js",
            "var pen = exports = module.exports = {};\npen.draw = function () { return 1; };\npen.fill = function () { return 1; };\n",
        )],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // exports = module.exports = function createPen() { return {}; };
    Form {
        name: "exports-fn",
        files: &[(
            "pen.js",
            "exports = module.exports = function createPen() { return {}; };\nexports.draw = function () {};\n",
        )],
        test: "const pen = require('../pen');\nit('works', () => {\n  expect(pen()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // exports.draw = function () {};
    Form {
        name: "exports-fn-member",
        files: &[(
            "pen.js",
            "exports = module.exports = function createPen() { return {}; };\nexports.draw = function () {};\n",
        )],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // class Pen { draw() { return 1; } fill() {} }
    Form {
        name: "exports-instance",
        files: &[("pen.js", "class Pen { draw() { return 1; } fill() {} }\nmodule.exports = new Pen();\n")],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // class Pen { draw() { return 1; } fill() {} }
    Form {
        name: "exports-instance-2",
        files: &[(
            "pen.js",
            "class Pen { draw() { return 1; } fill() {} }\nmodule.exports = new Pen();\nmodule.exports.Pen = Pen;\n",
        )],
        test: "const { Pen } = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // function draw() { return 1; }
    Form {
        name: "ts-compiled",
        files: &[
            ("lib.js", "function draw() { return 1; }\nexports.draw = draw;\n"),
            (
                "pen.js",
                "Object.defineProperty(exports, '__esModule', { value: true });\nexports.fill = exports.draw = void 0;\nvar lib_1 = require('./lib');\nObject.defineProperty(exports, 'draw', { enumerable: true, get: function () { return lib_1.draw; } });\nfunction fill() {}\nexports.fill = fill;\n",
            ),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "lib.js:1",
    },
    // get: function () { return 1; },
    Form {
        name: "define-getter",
        files: &[(
            "pen.js",
            "function Pen() {}\nPen.prototype.fill = function () {};\nObject.defineProperty(Pen.prototype, 'ink', {\n  get: function () { return 1; },\n});\nmodule.exports = Pen;\n",
        )],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.ink).toBe(1); //!\n});\n",
        focal: "pen.js:4",
    },
    // ink: { get() { return 1; } },
    Form {
        name: "define-getters",
        files: &[(
            "pen.js",
            "function Pen() {}\nPen.prototype.fill = function () {};\nObject.defineProperties(Pen.prototype, {\n  ink: { get() { return 1; } },\n});\nmodule.exports = Pen;\n",
        )],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.ink).toBe(1); //!\n});\n",
        focal: "pen.js:4",
    },
    // value: function () { return 1; },
    Form {
        name: "define-value",
        files: &[(
            "pen.js",
            "function Pen() {}\nPen.prototype.fill = function () {};\nObject.defineProperty(Pen.prototype, 'draw', {\n  value: function () { return 1; },\n});\nmodule.exports = Pen;\n",
        )],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:4",
    },
    // function draw() { return 1; }
    Form {
        name: "require-call",
        files: &[
            (
                "make.js",
                "module.exports = function createPen(opts) {\n  function draw() { return 1; }\n  return { draw };\n};\n",
            ),
            ("pen.js", "module.exports = require('./make')({ ink: 1 });\n"),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "make.js:2",
    },
    // exports.draw = () => 1;
    Form {
        name: "spread-requires",
        files: &[
            ("a.js", "exports.draw = () => 1;\n"),
            ("b.js", "exports.fill = () => 1;\n"),
            ("pen.js", "module.exports = {\n  ...require('./a'),\n  ...require('./b'),\n};\n"),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "a.js:1",
    },
    // exports.draw = () => 1;
    Form {
        name: "assign-exports",
        files: &[
            ("a.js", "exports.draw = () => 1;\n"),
            ("b.js", "exports.fill = () => 1;\n"),
            (
                "pen.js",
                "Object.assign(module.exports, require('./a'));\nObject.assign(exports, require('./b'));\n",
            ),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "a.js:1",
    },
    // exports.draw = () => 1;
    Form {
        name: "assign-new",
        files: &[
            ("a.js", "exports.draw = () => 1;\n"),
            ("b.js", "exports.fill = () => 1;\n"),
            ("pen.js", "module.exports = Object.assign(\n  {},\n  require('./a'),\n  require('./b')\n);\n"),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "a.js:1",
    },
    // function fill() { return 1; }
    Form {
        name: "assign-fn",
        files: &[(
            "pen.js",
            "function draw() { return 1; }\nfunction fill() { return 1; }\nmodule.exports = Object.assign(draw, { fill });\n",
        )],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen();\n  expect(pen.fill()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // get fill() { return require('./fill'); },
    Form {
        name: "lazy",
        files: &[
            ("draw.js", "module.exports = function draw() { return 1; };\n"),
            ("fill.js", "module.exports = function fill() { return 1; };\n"),
            (
                "pen.js",
                "module.exports = {\n  draw: require('./draw'),\n  get fill() { return require('./fill'); },\n};\n",
            ),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.draw();\n  expect(pen.fill()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // module.exports = function (a) { return 1; };
    Form {
        name: "loop-exports",
        files: &[
            ("lib/draw.js", "module.exports = function (a) { return 1; };\n"),
            ("lib/fill.js", "module.exports = function (a) { return 1; };\n"),
            (
                "pen.js",
                "['draw', 'fill'].forEach((name) => {\n  exports[name] = require('./lib/' + name);\n});\n",
            ),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "lib/draw.js:1",
    },
    // const add = curry(function add(a, b) { return a + b; });
    Form {
        name: "curry",
        files: &[
            (
                "curry.js",
                "export default function curry(fn) { return function curried() { return fn(); }; }\n",
            ),
            (
                "pen.js",
                "import curry from './curry';\nconst add = curry(function add(a, b) { return a + b; });\nexport default add;\nexport const sub = curry((a, b) => a - b);\n",
            ),
        ],
        test: "import add, { sub } from '../pen';\nit('works', () => {\n  sub(1);\n  expect(add(1)(2)).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // export const sub = curry((a, b) => a - b);
    Form {
        name: "curry2",
        files: &[
            (
                "curry.js",
                "export default function curry(fn) { return function curried() { return fn(); }; }\n",
            ),
            (
                "pen.js",
                "import curry from './curry';\nconst add = curry(function add(a, b) { return a + b; });\nexport default add;\nexport const sub = curry((a, b) => a - b);\n",
            ),
        ],
        test: "import add, { sub } from '../pen';\nit('works', () => {\n  add(1);\n  expect(sub(1)(2)).toBe(1); //!\n});\n",
        focal: "pen.js:4",
    },
    // async function readInk() { return 1; }
    Form {
        name: "wrap-name",
        files: &[
            (
                "pen.js",
                "const u = require('./wrap').fromPromise;\nasync function readInk() { return 1; }\nfunction drawInk() {}\nmodule.exports = { readInk: u(readInk), drawInk: u(drawInk) };\n",
            ),
            (
                "wrap.js",
                "exports.fromPromise = function (fn) { return function (...args) { return fn(...args); }; };\n",
            ),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.drawInk();\n  expect(pen.readInk()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // function readInk() { return 1; }
    Form {
        name: "wrap-foreign",
        files: &[(
            "pen.js",
            "const { promisify } = require('util');\nfunction readInk() { return 1; }\nfunction drawInk() {}\nexports.readInk = promisify(readInk);\nexports.drawInk = drawInk;\n",
        )],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.drawInk();\n  expect(pen.readInk()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // function eachInk(coll) { return 1; }
    Form {
        name: "wrap-default",
        files: &[
            ("fill.js", "export default function fill() {}\n"),
            (
                "index.js",
                "import pen from './pen.js'\nimport fill from './fill.js'\nexport default { pen, fill }\nexport { pen as eachInk, fill }\n",
            ),
            (
                "pen.js",
                "import awaitify from './wrap.js'\nfunction eachInk(coll) { return 1; }\nexport default awaitify(eachInk, 3);\n",
            ),
            ("wrap.js", "export default function awaitify(fn, n) { return function () { return fn(); }; }\n"),
        ],
        test: "import * as ink from '../index.js';\nit('works', () => {\n  ink.fill();\n  expect(ink.eachInk()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // function dispatch(a) { state = reducer(state, a); return a; }
    Form {
        name: "store",
        files: &[(
            "pen.js",
            "export function createStore(reducer) {\n  let state = reducer();\n  function dispatch(a) { state = reducer(state, a); return a; }\n  function getState() { return state; }\n  return { dispatch, getState };\n}\nfunction reducer() {}\nexport const store = createStore(reducer);\n",
        )],
        test: "import { store } from '../pen';\nit('works', () => {\n  store.getState();\n  expect(store.dispatch(1)).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // scale.tickFormat = function (n) { return String(n); };
    Form {
        name: "closure-scale",
        files: &[
            (
                "cont.js",
                "export default function continuous() {\n  function scale(x) { return x; }\n  scale.domain = function (_) { return arguments.length ? (d = _, scale) : d; };\n  return scale;\n}\n",
            ),
            (
                "pen.js",
                "import continuous from './cont.js';\nexport function linearish(scale) {\n  scale.tickFormat = function (n) { return String(n); };\n  return scale;\n}\nexport default function linear() {\n  var scale = continuous();\n  scale.copy = function () { return linear(); };\n  return linearish(scale);\n}\n",
            ),
        ],
        test: "import linear from '../pen';\nit('works', () => {\n  expect(linear().tickFormat(10)(0.2)).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // scale.domain = function (_) { return arguments.length ? (d = _, scale) : d; };
    Form {
        name: "closure-scale-2",
        files: &[
            (
                "cont.js",
                "export default function continuous() {\n  function scale(x) { return x; }\n  scale.domain = function (_) { return arguments.length ? (d = _, scale) : d; };\n  return scale;\n}\n",
            ),
            (
                "pen.js",
                "import continuous from './cont.js';\nexport default function linear() {\n  var scale = continuous();\n  scale.copy = function () { return linear(); };\n  return scale;\n}\n",
            ),
        ],
        test: "import linear from '../pen';\nit('works', () => {\n  const s = linear();\n  expect(s.domain()).toBe(1); //!\n});\n",
        focal: "cont.js:3",
    },
    // scale.range = function (_) { return arguments.length ? (r = _, scale) : r; };
    Form {
        name: "chain-getset",
        files: &[(
            "pen.js",
            "export default function linear() {\n  function scale(x) { return x; }\n  scale.domain = function (_) { return arguments.length ? (d = _, scale) : d; };\n  scale.range = function (_) { return arguments.length ? (r = _, scale) : r; };\n  return scale;\n}\n",
        )],
        test: "import linear from '../pen';\nit('works', () => {\n  expect(linear().domain([1, 2]).range()).toBe(1); //!\n});\n",
        focal: "pen.js:4",
    },
    // Pen.prototype.draw = function () { return 1; };
    Form {
        name: "self",
        files: &[
            ("other.js", "exports.x = { draw() {} };\n"),
            (
                "pen.js",
                "function Pen() {}\nPen.prototype.fill = function () { var self = this; return self; };\nPen.prototype.draw = function () { return 1; };\nmodule.exports = Pen;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  expect(new Pen().fill().draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // class Pen { draw() { return 1; } fill() {} }
    Form {
        name: "null-factory",
        files: &[
            ("other.js", "exports.x = { draw() {} };\n"),
            (
                "pen.js",
                "class Pen { draw() { return 1; } fill() {} }\nfunction create(a) { if (!a) return null; return new Pen(a); }\nmodule.exports = { create };\n",
            ),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  const p = pen.create(1);\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // export function draw() { return 1; }
    Form {
        name: "namespace",
        files: &[(
            "pen.ts",
            "export namespace Pens {\n  export function draw() { return 1; }\n  export function fill() { return 1; }\n}\n",
        )],
        test: "import { Pens } from '../pen';\nit('works', () => {\n  Pens.fill();\n  expect(Pens.draw()).toBe(1); //!\n});\n",
        focal: "pen.ts:2",
    },
    // export function draw() { return 1; }
    Form {
        name: "dist",
        files: &[("src/pen.ts", "export function draw() { return 1; }\nexport function fill() {}\n")],
        test: "import { draw, fill } from '../dist/pen.js';\nit('works', () => {\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "src/pen.ts:1",
    },
    // export function draw() { return 1; }
    Form {
        name: "main-dist",
        files: &[
            (
                "package.json",
                "{\"name\":\"satchel\",\"main\":\"dist/satchel.js\",\"exports\":{\".\":\"./dist/satchel.js\"}}",
            ),
            ("src/satchel.js", "export function draw() { return 1; }\nexport function fill() {}\n"),
        ],
        test: "import { draw, fill } from '..';\nit('works', () => {\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "src/satchel.js:1",
    },
    // export function draw() { return 1; }
    Form {
        name: "main-lib",
        files: &[
            ("package.json", "{\"name\":\"satchel\",\"main\":\"lib/index.js\"}"),
            ("source/index.ts", "export function draw() { return 1; }\nexport function fill() {}\n"),
        ],
        test: "import { draw, fill } from 'satchel';\nit('works', () => {\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "source/index.ts:1",
    },
    // exports.draw = () => 1;
    Form {
        name: "mocharc",
        files: &[
            (".mocharc.json", "{\"require\":[\"./spec/setup.js\"]}"),
            ("pen.js", "exports.draw = () => 1;\nexports.fill = () => 1;\n"),
            ("spec/setup.js", "global.pen = require('../pen');\n"),
        ],
        test: "it('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // exports.draw = () => 1;
    Form {
        name: "mocharc-yml",
        files: &[
            (".mocharc.yml", "require: [./boot/setup.js]\n"),
            ("boot/setup.js", "global.pen = require('../pen');\n"),
            ("pen.js", "exports.draw = () => 1;\nexports.fill = () => 1;\n"),
        ],
        test: "it('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // exports.draw = () => 1;
    Form {
        name: "mocha-opts",
        files: &[
            ("boot/setup.js", "global.pen = require('../pen');\n"),
            ("pen.js", "exports.draw = () => 1;\nexports.fill = () => 1;\n"),
            ("test/mocha.opts", "--require boot/setup\n--ui bdd\n"),
        ],
        test: "it('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // export const draw = () => 1;
    Form {
        name: "babel-alias",
        files: &[
            (
                ".babelrc",
                "{\"plugins\":[[\"module-resolver\",{\"root\":[\"./src\"],\"alias\":{\"ink\":\"./src/inks\"}}]]}",
            ),
            ("src/inks/pen.js", "export const draw = () => 1;\nexport const fill = () => 1;\n"),
        ],
        test: "import { draw, fill } from 'ink/pen';\nit('works', () => {\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "src/inks/pen.js:1",
    },
    // export const draw = () => 1;
    Form {
        name: "babel-config",
        files: &[
            (
                "babel.config.js",
                "module.exports = { plugins: [['module-resolver', { alias: { '@ink': './src/inks' } }]] };\n",
            ),
            ("src/inks/pen.js", "export const draw = () => 1;\nexport const fill = () => 1;\n"),
        ],
        test: "import { draw, fill } from '@ink/pen';\nit('works', () => {\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "src/inks/pen.js:1",
    },
    // export const draw = () => 1;
    Form {
        name: "jest-moddirs",
        files: &[
            ("package.json", "{\"jest\":{\"moduleDirectories\":[\"node_modules\",\"src\"]}}"),
            ("src/pens/pen.js", "export const draw = () => 1;\nexport const fill = () => 1;\n"),
        ],
        test: "import { draw, fill } from 'pens/pen';\nit('works', () => {\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "src/pens/pen.js:1",
    },
    // Pen.prototype.draw = function () { return 1; };
    Form {
        name: "iife-class",
        files: &[(
            "pen.js",
            "var Pen = (function () {\n  function Pen() {}\n  Pen.prototype.draw = function () { return 1; };\n  Pen.prototype.fill = function () { return 1; };\n  return Pen;\n})();\nmodule.exports = Pen;\n",
        )],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // function draw() { return 1; }
    Form {
        name: "iife-object",
        files: &[(
            "pen.js",
            "var pen = (function () {\n  function draw() { return 1; }\n  function fill() { return 1; }\n  return { draw: draw, fill: fill };\n})();\nmodule.exports = pen;\n",
        )],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // draw: function () { return 1; },
    Form {
        name: "extend-class",
        files: &[
            (
                "base.js",
                "function Base() {}\nBase.extend = function (props) { return function () {}; };\nmodule.exports = Base;\n",
            ),
            (
                "pen.js",
                "var Base = require('./base');\nvar Pen = Base.extend({\n  draw: function () { return 1; },\n  fill() {},\n});\nmodule.exports = Pen;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // draw: function () { return 1; },
    Form {
        name: "extend-foreign",
        files: &[(
            "pen.js",
            "import { Model } from 'backbone';\nexport const Pen = Model.extend({\n  draw: function () { return 1; },\n  fill() {},\n});\n",
        )],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // draw() { return 1; },
    Form {
        name: "define-store",
        files: &[(
            "pen.js",
            "import { defineStore } from 'pinia';\nexport const usePens = defineStore('pens', {\n  state: () => ({ a: 1 }),\n  actions: {\n    draw() { return 1; },\n    fill() {},\n  },\n});\n",
        )],
        test: "import { usePens } from '../pen';\nit('works', () => {\n  const p = usePens();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:5",
    },
    // this.draw = function () { return 1; };
    Form {
        name: "this-fn",
        files: &[
            ("other.js", "exports.x = { draw() {} };\n"),
            (
                "pen.js",
                "function Pen() {\n  this.draw = function () { return 1; };\n  this.fill = function () { return 1; };\n}\nmodule.exports = Pen;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // this.draw = () => 1;
    Form {
        name: "this-arrow",
        files: &[
            ("other.js", "exports.x = { draw() {} };\n"),
            (
                "pen.js",
                "class Pen {\n  constructor() {\n    this.draw = () => 1;\n    this.fill = () => 1;\n  }\n}\nmodule.exports = Pen;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // self.draw = function () { return 1; };
    Form {
        name: "self-fn",
        files: &[
            ("other.js", "exports.x = { draw() {} };\n"),
            (
                "pen.js",
                "function Pen() {\n  var self = this;\n  self.draw = function () { return 1; };\n  self.fill = function () { return 1; };\n}\nmodule.exports = Pen;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:3",
    },
    // Pen.prototype['draw'] = function () { return 1; };
    Form {
        name: "bracket-proto",
        files: &[(
            "pen.js",
            "function Pen() {}\nPen.prototype['draw'] = function () { return 1; };\nPen.prototype['fill'] = function () { return 1; };\nexports['Pen'] = Pen;\n",
        )],
        test: "const { Pen } = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // function draw() { return 1; }
    Form {
        name: "amd",
        files: &[
            (
                "fill.js",
                "define(function (require, exports, module) {\n  module.exports = function fill() {};\n});\n",
            ),
            (
                "pen.js",
                "define(['./fill'], function (fill) {\n  function draw() { return 1; }\n  return { draw: draw, fill: fill };\n});\n",
            ),
        ],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // Deque.prototype.shade = function () { return 1; };
    Form {
        name: "copied-proto",
        files: &[
            (
                "deque.js",
                "function Deque() {}\nDeque.prototype.shade = function () { return 1; };\nDeque.prototype.fill = function () { return 1; };\nmodule.exports = Deque;\n",
            ),
            (
                "pen.js",
                "var Deque = require('./deque');\nfunction Pen() {}\nObject.keys(Deque.prototype).forEach(function (name) { Pen.prototype[name] = Deque.prototype[name]; });\nPen.prototype.fill = function () {};\nmodule.exports = Pen;\n",
            ),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.shade()).toBe(1); //!\n});\n",
        focal: "deque.js:2",
    },
    // Pen.prototype.entries = function () { return new Iterator(function () {}); };
    Form {
        name: "iterator",
        files: &[(
            "pen.js",
            "const Iterator = require('obliterator/iterator');\nfunction Pen() {}\nPen.from = function (a) { var p = new Pen(); return p; };\nPen.prototype.entries = function () { return new Iterator(function () {}); };\nmodule.exports = Pen;\n",
        )],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = Pen.from([1]);\n  const iterator = p.entries();\n  expect(iterator.next().value).toBe(1); //!\n});\n",
        focal: "pen.js:4",
    },
    // exports.draw = () => 1;
    Form {
        name: "tape-st",
        files: &[("pen.js", "exports.draw = () => 1;\nexports.fill = () => 1;\n")],
        test: "var test = require('tape');\nvar pen = require('../pen');\ntest('works', function (st) {\n  var f = pen.fill();\n  st.equal(pen.draw(), 1); //!\n  st.end();\n});\n",
        focal: "pen.js:1",
    },
    // static from = (a: string): Pen => new Pen();
    Form {
        name: "class-static-fn",
        files: &[(
            "pen.ts",
            "export class Pen {\n  static from = (a: string): Pen => new Pen();\n  static of(a: string) { return new Pen(); }\n}\n",
        )],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  Pen.of('a');\n  expect(Pen.from('a')).toBe(1); //!\n});\n",
        focal: "pen.ts:2",
    },
    // draw() { return 1; }
    Form {
        name: "mixin-fn",
        files: &[(
            "pen.js",
            "const Drawing = (Base) => class extends Base {\n  draw() { return 1; }\n};\nclass Tool { fill() {} }\nexport class Pen extends Drawing(Tool) {}\n",
        )],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // class Tool { draw() {} }
    Form {
        name: "mixin-base",
        files: &[(
            "pen.js",
            "const Drawing = (Base) => class extends Base {\n  fill() { return 1; }\n};\nclass Tool { draw() {} }\nclass Other { draw() {} }\nexport class Pen extends Drawing(Tool) {}\n",
        )],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:4",
    },
    // const impl = { draw() { return 1; }, fill() {} };
    Form {
        name: "bind-export",
        files: &[(
            "pen.js",
            "const impl = { draw() { return 1; }, fill() {} };\nexports.draw = impl.draw.bind(impl);\nexports.fill = impl.fill;\n",
        )],
        test: "const pen = require('../pen');\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:1",
    },
    // function draw() { return 1; }
    Form {
        name: "default-interop",
        files: &[(
            "pen.js",
            "'use strict';\nfunction draw() { return 1; }\nfunction fill() {}\nmodule.exports = draw;\nmodule.exports.default = draw;\nmodule.exports.fill = fill;\n",
        )],
        test: "const { default: draw, fill } = require('../pen');\nit('works', () => {\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // draw() { return 1; },
    Form {
        name: "obj-methods-default",
        files: &[("pen.js", "export default {\n  draw() { return 1; },\n  fill() {},\n};\n")],
        test: "import pen from '../pen';\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // Pen.draw = function () { return 1; };
    Form {
        name: "static-assign",
        files: &[(
            "pen.js",
            "class Pen {}\nPen.draw = function () { return 1; };\nPen.fill = () => 2;\nexport { Pen as default };\n",
        )],
        test: "import Pen from '../pen';\nit('works', () => {\n  Pen.fill();\n  expect(Pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // draw() { return 1; }
    Form {
        name: "instance-const",
        files: &[(
            "pen.ts",
            "class Pen {\n  draw() { return 1; }\n  fill() {}\n}\nexport const pen: Pen = new Pen();\nexport default pen;\n",
        )],
        test: "import pen from '../pen';\nit('works', () => {\n  pen.fill();\n  expect(pen.draw()).toBe(1); //!\n});\n",
        focal: "pen.ts:2",
    },
    // const draw = () => 1;
    Form {
        name: "record",
        files: &[(
            "pen.ts",
            "const draw = () => 1;\nconst fill = () => 1;\nexport const pens = { draw, fill } as const;\n",
        )],
        test: "import { pens } from '../pen';\nit('works', () => {\n  pens.fill();\n  expect(pens.draw()).toBe(1); //!\n});\n",
        focal: "pen.ts:1",
    },
    // const draw = () => 1;
    Form {
        name: "destruct-factory",
        files: &[(
            "pen.js",
            "export function usePen() {\n  const draw = () => 1;\n  const fill = () => 2;\n  return { draw, fill };\n}\n",
        )],
        test: "import { usePen } from '../pen';\nit('works', () => {\n  const { draw, fill } = usePen();\n  fill();\n  expect(draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // build() { return {}; }
    Form {
        name: "builder",
        files: &[(
            "pen.ts",
            "export class Builder {\n  with(a: string) { return this; }\n  ink(a: string) { return this; }\n  build() { return {}; }\n}\nexport const builder = () => new Builder();\n",
        )],
        test: "import { builder } from '../pen';\nit('works', () => {\n  expect(builder().with('a').ink('b').build()).toBe(1); //!\n});\n",
        focal: "pen.ts:4",
    },
    // draw() { return 1; }
    Form {
        name: "default-anon-class",
        files: &[
            ("other.js", "exports.x = { draw() {} };\n"),
            ("pen.js", "module.exports = class {\n  draw() { return 1; }\n  fill() {}\n};\n"),
        ],
        test: "const Pen = require('../pen');\nit('works', () => {\n  const p = new Pen();\n  p.fill();\n  expect(p.draw()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // set tip(tip) {
    Form {
        name: "setter-that-throws",
        files: &[("pen.js", PEN_WITH_TIP)],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  const pen = new Pen('a');\n  assert.throws(() => {\n    pen.tip = ''; //!\n  }, /empty/);\n});\n",
        focal: "pen.js:8",
    },
    // set tip(tip) {
    Form {
        name: "setter-and-getter",
        files: &[("pen.js", PEN_WITH_TIP)],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  const pen = new Pen('a');\n  pen.tip = 'b';\n  expect(pen.tip).toBe('b'); //!\n});\n",
        focal: "pen.js:8",
    },
    // constructor(tip) {
    Form {
        name: "getter-of-an-element",
        files: &[("pen.js", PEN_WITH_TIP)],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  const pen = new Pen('a');\n  expect(pen.tip).toBe('a'); //!\n});\n",
        focal: "pen.js:2",
    },
    // static of(tip) {
    Form {
        name: "getter-of-a-result",
        files: &[(
            "pen.js",
            "export class Pen {\n  #ink = 1;\n  static of(ink) {\n    return new Pen(ink * 2);\n  }\n  get ink() {\n    return this.#ink;\n  }\n}\n",
        )],
        test: "import { Pen } from '../pen';\nit('works', () => {\n  const pen = Pen.of(1);\n  expect(pen.ink).toBe(2); //!\n});\n",
        focal: "pen.js:3",
    },
    // export const draw = () => 1;
    Form {
        name: "global-by-another-name",
        files: &[
            ("src/pen.js", "export const draw = () => 1;\n"),
            ("other.js", "export const pens = { draw() {} };\n"),
            ("package.json", "{\"name\": \"inkwell\", \"mocha\": {\"require\": \"test/support.js\"}}"),
            (
                "test/support.js",
                "import * as pens from '../src/pen.js';\nlet everywhere = typeof window === 'undefined' ? global : window;\neverywhere.pens = pens;\n",
            ),
        ],
        test: "it('works', () => {\n  expect(pens.draw()).toBe(1); //!\n});\n",
        focal: "src/pen.js:1",
    },
    // blot() {
    Form {
        name: "only-method-of-an-unknown-object",
        files: &[("pen.js", "export class Pen {\n  blot() {\n    return 1;\n  }\n  fill() {}\n}\n")],
        test: "let pen;\nbeforeEach(() => {\n  pen = new hidden.Pen();\n  for (const other of others) other.fill();\n});\nit('works', () => {\n  expect(pen.blot()).toBe(1); //!\n});\n",
        focal: "pen.js:2",
    },
    // Of two methods of a name on an unknown object, neither is meant; nor is what the set-up calls.
    Form {
        name: "one-of-two-methods-of-an-unknown-object",
        files: &[(
            "pen.js",
            "export class Pen {\n  blot() {}\n  fill() {}\n}\nexport class Cap {\n  blot() {}\n}\n",
        )],
        test: "let pen;\nbeforeEach(() => {\n  pen = new hidden.Pen();\n  for (const other of others) other.fill();\n});\nit('works', () => {\n  expect(pen.blot()).toBe(1); //!\n});\n",
        focal: "several methods are checked together: Pen.blot, Cap.blot",
    },
    // export const draw = () => 1;
    Form {
        name: "chosen-test-function",
        files: &[("pen.js", "export const draw = () => 1;\n")],
        test: "import { draw } from '../pen';\nfunction draws(title, only) {\n  const run = only ? it.only : it;\n  run(title, () => {\n    expect(draw()).toBe(1); //!\n  });\n}\ndraws('works');\n",
        focal: "pen.js:1",
    },
    // export const draw = () => 1;
    Form {
        name: "test-function-by-condition",
        files: &[("pen.js", "export const draw = () => 1;\n")],
        test: "import { draw } from '../pen';\nfor (const colour of colours) {\n  describe(colour.toUpperCase(), () => {\n    (colour ? it.only : it)('works', () => {\n      expect(draw()).toBe(1); //!\n    });\n  });\n}\n",
        focal: "pen.js:1",
    },
    // export const draw = () => 1;
    Form {
        name: "test-given-to-a-helper",
        files: &[("pen.js", "export const draw = () => 1;\n")],
        test: "import { draw } from '../pen';\nfunction check(title, body) {\n  describe(title + '!', () => {\n    it(title, body);\n  });\n}\ncheck('a', function (colour) {\n  expect(draw()).toBe(1); //!\n}.bind(null, 'red'));\n",
        focal: "pen.js:1",
    },
];

/// Returns the place of the focal function of a form's test; why there is none if it is undecided.
fn place_of_focal(form: &Form) -> String {
    let is_typed = form.files.iter().any(|(path, _)| path.contains(".ts"));
    let test_file = if is_typed { "test/pen.test.ts" } else { "test/pen.test.js" };
    let is_code = |path: &str| !path.contains("json") && !path.contains("rc.y") && !path.contains(".opts");
    let sources: Vec<(&str, &str)> = form
        .files
        .iter()
        .copied()
        .filter(|(path, _)| is_code(path))
        .chain([(test_file, form.test)])
        .collect();
    let source =
        |(path, text): &(&str, &str)| Some(Source { path: (*path).into(), text: (*text).to_owned() });
    let settings = |path: &Path| {
        let own = form.files.iter().find(|(known, _)| Path::new(known) == path);
        let package = (path == Path::new("package.json")).then_some(r#"{"name": "inkwell"}"#);
        own.map(|(_, text)| *text).or(package).map(str::to_owned)
    };
    let index = Index::build(&sources, source, &settings);
    let line = form.test.lines().position(|line| line.contains("//!")).expect("a line fails") + 1;
    let trace = format!("{test_file}::works\nError: m\n\tat test/pen.test.<anonymous>({test_file}:{line})");
    let name = format!("{test_file}::works");
    let located = index.locate(TestName { name: &name, file: None }, &StackTrace(Arc::from(trace)));
    match located.expect("the test is found").focal {
        Focal::Decided(focal) => format!("{}:{}", focal.file.display(), focal.start_line),
        Focal::Undecided(reason) => reason.to_string(),
    }
}

#[test]
fn functions_are_known_however_a_package_declares_and_exports_them() {
    for form in FORMS {
        assert_eq!(place_of_focal(form), form.focal, "{}", form.name);
    }
}

/// Returns the code of the test `works` in `test/pen.test.js`, which fails in its fifth line.
fn failed_in_line_5(sources: &[(&str, &str)]) -> Located {
    let source =
        |(path, text): &(&str, &str)| Some(Source { path: (*path).into(), text: (*text).to_owned() });
    let index = Index::build(sources, source, &|_: &Path| None);
    let trace = "test/pen.test.js::works\nError: m\n\tat test/pen.test.<anonymous>(test/pen.test.js:5)";
    let name = TestName { name: "test/pen.test.js::works", file: None };
    index.locate(name, &StackTrace(Arc::from(trace))).expect("the test is found")
}

#[test]
fn a_setter_is_told_from_its_getter_where_the_called_functions_are_listed() {
    let test = "import { Pen } from '../pen';\nit('works', () => {\n  const pen = new Pen('a');\n  pen.tip = 'b';\n  expect(pen.tip).toBe('b'); //!\n});\n";
    let located = failed_in_line_5(&[("pen.js", PEN_WITH_TIP), ("test/pen.test.js", test)]);
    let called: Vec<&str> = located.called.iter().map(FocalMethod::short_name).collect();
    assert_eq!(called, ["Pen.set tip", "Pen.tip", "Pen.constructor"]);
}

#[test]
fn a_module_that_is_a_function_without_a_name_has_that_of_its_file() {
    let whole = "module.exports = function (line) {\n  return line;\n};\n";
    let test = "const draw = require('../draw');\nconst fill = require('../fill');\nit('works', () => {\n  fill(1);\n  expect(draw(1)).toBe(1); //!\n});\n";
    let located =
        failed_in_line_5(&[("draw.js", whole), ("fill/index.js", whole), ("test/pen.test.js", test)]);
    let Focal::Decided(focal) = &located.focal else { panic!("it is decided") };
    assert_eq!(focal.name, "draw.draw");
    assert!(located.called.iter().any(|called| called.name == "fill/index.fill"));
}

#[test]
fn a_member_in_a_line_with_its_object_has_a_source_of_its_own() {
    let test = "const { Pen } = require('../pen');\nit('works', () => {\n  const pen = new Pen();\n\n  expect(pen.fill()).toBe(2); //!\n});\n";
    for pen in [
        "class Pen {}\nObject.assign(Pen.prototype, { draw() { return 1; }, fill() { return 2; } });\nmodule.exports = { Pen };\n",
        "class Pen { draw() { return 1; } fill() { return 2; } }\nmodule.exports = { Pen };\n",
    ] {
        let located = failed_in_line_5(&[("pen.js", pen), ("test/pen.test.js", test)]);
        let Focal::Decided(focal) = &located.focal else { panic!("it is decided") };
        assert_eq!(focal.source, "fill() { return 2; }", "{pen}");
    }
}

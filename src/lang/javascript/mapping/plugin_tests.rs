//! Tests that hand a plugin over, which gives a class other methods, and its maker other members.

use std::sync::Arc;

use super::tests::index;
use crate::lang::index::TestName;
use crate::model::{Focal, StackTrace};

const PEN: &str = "\
const penOf = function (colour) {
  return new Pen(colour);
};
class Pen {
  constructor(colour) {
    this.colour = colour;
  }
  draw(line) {
    return line + this.colour;
  }
  told(form) {
    return form.replace('C', this.colour);
  }
  dipped(ink) {
    return penOf(ink);
  }
}
penOf.extend = (plugin) => {
  plugin(Pen, penOf);
  return penOf;
};
export default penOf;
";

const SHINY: &str = "\
export default (c) => {
  const proto = c.prototype;
  const old = proto.draw;
  proto.draw = function (line) {
    return old.call(this, line) + '*';
  };
};
";

const BOLD: &str = "\
export default (c) => {
  c.prototype.draw = function (line) {
    return line + line;
  };
};
";

const BOXES: &str = "\
const boxOf = (size) => new Box(size);
class Box {
  constructor(size) {
    this.size = size;
  }
  grown(size) {
    return boxOf(this.size + size);
  }
  told(form) {
    return form.replace('S', this.size);
  }
}
export default (c, pen) => {
  pen.box = function (size) {
    return boxOf(size);
  };
};
";

/// Returns the focal function, with its module, of a test in a file that begins with some lines.
fn focal_of(head: &str, title: &str, body: &str) -> String {
    let file = "test/any.test.js";
    let test = format!(
        "import penOf from '../src/pen.js';\n{head}\nit('{title}', () => {{\n  {body} // HERE\n}});\n"
    );
    let index = index(&[
        ("src/pen.js", PEN),
        ("src/shiny.js", SHINY),
        ("src/bold.js", BOLD),
        ("src/boxes.js", BOXES),
        (file, &test),
    ]);
    let row = test.lines().position(|line| line.contains("// HERE")).expect("a line fails") + 1;
    let name = format!("{file}::{title}");
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
    let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    match found.focal {
        Focal::Decided(focal) => focal.name,
        Focal::Undecided(_) => "?".to_owned(),
    }
}

#[test]
fn a_method_is_that_of_the_plugin_that_was_handed_over_last() {
    let body = "expect(penOf('red').draw('a')).toBe('b');";
    let shiny = "import shiny from '../src/shiny.js';\n";
    let bold = "import bold from '../src/bold.js';\n";
    for (head, function) in [
        (String::new(), "src/pen.Pen.draw"),
        (format!("{shiny}penOf.extend(shiny);"), "src/shiny.c.draw"),
        (format!("{shiny}beforeEach(() => {{ penOf.extend(shiny); }});"), "src/shiny.c.draw"),
        (format!("{shiny}{bold}penOf.extend(bold);\npenOf.extend(shiny);"), "src/shiny.c.draw"),
        (format!("{shiny}{bold}penOf.extend(shiny).extend(bold);"), "src/bold.c.draw"),
        (shiny.to_owned(), "src/pen.Pen.draw"),
    ] {
        assert_eq!(focal_of(&head, "x", body), function, "{head}");
    }
}

#[test]
fn a_member_that_a_plugin_gives_to_the_maker_tells_what_it_makes() {
    let head = "import boxes from '../src/boxes.js';\npenOf.extend(boxes);";
    let body = "const box = penOf.box(1).grown(2).grown(3);\n  expect(box.told('S')).toBe('6');";
    assert_eq!(focal_of(head, "tells all forms", body), "src/boxes.Box.told");
    assert_eq!(focal_of(head, "x", "expect(penOf('red').told('C')).toBe('');"), "src/pen.Pen.told");
}

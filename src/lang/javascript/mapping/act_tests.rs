//! Tests whose check looks at another object than their act, at what a maker gave, or from the other side.

use std::sync::Arc;

use super::tests::{focal, index};
use crate::lang::index::TestName;
use crate::model::StackTrace;

/// A library that lends books and writes what it does in a log.
const LIBRARY: &str = "\
import { Log } from './log';
export class Library {
  #books = [];
  #isClosed = false;
  constructor(private readonly log: Log) {}
  take(title: string): string {
    this.#books.push(title);
    return title;
  }
  async lend(title: string): Promise<string> {
    this.log.write(title);
    return title;
  }
  shelfOf(title: string): string[] {
    return this.#books.filter((book) => book === title).map((book) => book[0]);
  }
  get count(): number {
    return this.#books.length;
  }
  isClosed(): boolean {
    return this.#isClosed;
  }
  start(): void {
    this.since = Date.now();
  }
  left(): number {
    return 5 - this.#books.length * 2;
  }
  pack(): object {
    return { books: this.#books, since: this.since };
  }
  static unpacked(data: any): Library {
    const library = new Library(data.log);
    data.books.forEach((book: string) => library.take(book));
    return library;
  }
}
export function byTitle(one: any, other: any): number {
  return one.title < other.title ? -1 : 1;
}
";

const LOG: &str = "\
export class Log {
  lines: string[] = [];
  write(line: string): void {
    this.lines.push(line);
  }
  waiting(): number {
    return this.lines.length;
  }
}
";

const STORE: &str = "\
import { Library } from './library';
export const pack = (library: Library) => library.pack();
export const unpack = (data: object) => Library.unpacked(data);
";

/// Returns the focal function of a test in suites, with a body that failed on the line with `// HERE`.
fn focal_in(file: &str, titles: &[&str], body: &str) -> String {
    let (title, suites) = titles.split_last().expect("a title");
    let opened: String = suites.iter().map(|suite| format!("describe('{suite}', () => {{\n")).collect();
    let test = format!(
        "import {{ Library, byTitle }} from '../src/library';\nimport {{ Log }} from '../src/log';\nimport {{ pack, unpack }} from '../src/store';\nconst again = (library) => unpack(pack(library));\n{opened}let library;\nlet log;\nbeforeEach(() => {{\n  log = new Log();\n  library = new Library(log);\n}});\nit('{title}', async () => {{\n{body}\n}});\n{}",
        "});\n".repeat(suites.len())
    );
    let index =
        index(&[("src/library.ts", LIBRARY), ("src/log.ts", LOG), ("src/store.ts", STORE), (file, &test)]);
    let row = test.lines().position(|line| line.contains("// HERE")).map_or(0, |row| row + 1);
    let name = format!("{file}::{}", titles.join(" > "));
    let trace = StackTrace(Arc::from(format!("{name}\nError: m\n\tat test/x.<anonymous>({file}:{row})")));
    let found = index.locate(TestName { name: &name, file: None }, &trace).expect("the test is found");
    focal(&found).rsplit('.').next().unwrap_or_default().to_owned()
}

fn focal_of(titles: &[&str], body: &str) -> String {
    focal_in("test/any.test.ts", titles, body)
}

#[test]
fn the_last_act_counts_wherever_its_result_goes() {
    let body = "  library.take('a');\n  const lent = await library.lend('a');\n  expect(log.waiting()).toBe(0); // HERE";
    for titles in
        [&["works"][..], &["lend", "leaves nothing waiting"], &["Library", "leaves nothing waiting"]]
    {
        assert_eq!(focal_in("test/library.test.ts", titles, body), "lend", "{titles:?}");
    }
    let alone = body.replace("const lent = ", "");
    assert_eq!(focal_in("test/library.test.ts", &["leaves nothing waiting"], &alone), "lend");
}

#[test]
fn a_suite_named_as_a_method_says_more_than_words_of_a_sentence() {
    let body = "  library.take('a');\n  expect(library.shelfOf('a')).toEqual([]); // HERE";
    assert_eq!(focal_of(&["take", "adds to the shelf of a title"], body), "take");
    assert_eq!(focal_of(&["take", "is seen by shelfOf"], body), "shelfOf");
    assert_eq!(focal_of(&["shelfOf", "finds what take adds"], body), "shelfOf");
}

#[test]
fn what_made_an_object_is_the_act_of_a_look_at_how_much_it_has() {
    let body =
        "  const copy = Library.unpacked({ books: ['a'], log });\n  expect(copy.count).toBe(2); // HERE";
    assert_eq!(focal_of(&["survives"], body), "unpacked");
    assert_eq!(focal_of(&["count", "is one"], body), "count");
    let closed = body.replace("count", "isClosed()");
    assert_eq!(focal_of(&["survives"], &closed), "unpacked");
    let changed = body.replace("  expect", "  copy.take('b');\n  expect");
    assert_eq!(focal_of(&["survives"], &changed), "take");
}

#[test]
fn what_the_tested_module_makes_is_the_act_however_another_one_looks() {
    for look in ["unpack(pack(library))", "again(library)"] {
        let body = format!("  expect({look}.shelfOf('a')).toEqual([]); // HERE");
        assert_eq!(focal_in("test/store.test.ts", &["keeps books"], &body), "unpack", "{look}");
        assert_eq!(focal_in("test/library.test.ts", &["shelfOf", "keeps books"], &body), "shelfOf", "{look}");
    }
}

#[test]
fn received_and_expected_may_be_exchanged() {
    let body = "  const data = library.pack();\n  const copy = Library.unpacked(data);\n  expect(library.since).toEqual(copy.since); // HERE";
    assert_eq!(focal_of(&["is alike"], body), "unpacked");
    let in_order = "  const data = library.pack();\n  const copy = Library.unpacked(data);\n  expect(copy.since).toEqual(library.since); // HERE";
    assert_eq!(focal_of(&["is alike"], in_order), "unpacked");
}

#[test]
fn what_only_begins_is_no_act_of_what_is_computed_later() {
    let body = "  library.start();\n  expect(library.left()).toBe(0); // HERE";
    assert_eq!(focal_of(&["is never below zero"], body), "left");
    assert_eq!(focal_of(&["start", "is never below zero"], body), "start");
}

#[test]
fn a_function_that_a_list_is_sorted_by_is_called() {
    let body = "  const sorted = [{ title: 'b' }, { title: 'a' }].sort(byTitle);\n  expect(sorted.map((book) => book.title)).toEqual(['a']); // HERE";
    assert_eq!(focal_of(&["is in order"], body), "byTitle");
    let in_place = "  const all = [new Log()];\n  all.sort(byTitle);\n  expect(all[0]).toBe(1); // HERE";
    assert_eq!(focal_of(&["is in order"], in_place), "byTitle");
}

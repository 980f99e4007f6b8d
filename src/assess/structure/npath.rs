//! The number of paths through a method, Nejmeh's NPATH (CACM 31(2), 1988): the ways in which control can
//! reach its end.

use std::collections::HashMap;

use tree_sitter::Node;

use super::{Code, alternatives, bare, branches, is_anonymous_body, is_default, is_statement_switch, parts};

const MAX_COUNT: u64 = i64::MAX.unsigned_abs();

fn add(one: u64, other: u64) -> u64 {
    one.saturating_add(other).min(MAX_COUNT)
}

/// Returns the number of paths, at most 2⁶³ − 1; 1 without a body.
pub(super) fn npath(code: Code<'_>, method: Node<'_>) -> u64 {
    let Some(body) = method.child_by_field_name("body") else { return 1 };
    let mut paths = Paths {
        code,
        current: 1,
        ended: 0,
        cells: Vec::new(),
        breaks: None,
        continues: None,
        yields: None,
        labels: HashMap::new(),
    };
    paths.run(body);
    add(paths.current, paths.ended)
}

/// The number of paths after an expression: all, and those on which it is true or false.
#[derive(Clone, Copy)]
struct Ways {
    all: u64,
    when_true: u64,
    when_false: u64,
}

impl Ways {
    fn of(all: u64) -> Ways {
        Ways { all, when_true: all, when_false: all }
    }
}

impl Code<'_> {
    /// Returns the paths after a part of a node; without one, those that reach it.
    fn part(self, node: Node<'_>, name: &str, reached: u64) -> Ways {
        node.child_by_field_name(name).map_or(Ways::of(reached), |part| self.ways(part, reached))
    }

    /// Returns the paths after an expression that is reached on this number of paths.
    fn ways(self, expression: Node<'_>, reached: u64) -> Ways {
        let expression = bare(expression);
        let field = |name, reached| self.part(expression, name, reached);
        if expression.kind() == "lambda_expression" || is_anonymous_body(expression) {
            return Ways::of(reached);
        }
        if expression.kind() == "ternary_expression" {
            let condition = field("condition", reached);
            let one = field("consequence", condition.when_true);
            let other = field("alternative", condition.when_false);
            return Ways {
                all: add(one.all, other.all),
                when_true: add(one.when_true, other.when_true),
                when_false: add(one.when_false, other.when_false),
            };
        }
        if self.is_not(expression) {
            let Ways { all, when_true, when_false } = field("operand", reached);
            return Ways { all, when_true: when_false, when_false: when_true };
        }
        if let Some(operator) = self.short_circuit(expression) {
            let left = field("left", reached);
            if operator == "&&" {
                let right = field("right", left.when_true);
                let when_false = add(left.when_false, right.when_false);
                return Ways { all: add(left.all, right.all), when_true: right.when_true, when_false };
            }
            let right = field("right", left.when_false);
            let when_true = add(left.when_true, right.when_true);
            return Ways { all: add(left.all, right.all), when_true, when_false: right.when_false };
        }
        Ways::of(parts(expression).into_iter().fold(reached, |reached, part| self.ways(part, reached).all))
    }
}

/// The index of a cell that counts the paths with one kind of exit.
type Cell = usize;

struct Paths<'a> {
    code: Code<'a>,
    current: u64,
    /// Those that have returned, thrown, or gone back to the start of a `do`.
    ended: u64,
    cells: Vec<u64>,
    breaks: Option<Cell>,
    continues: Option<Cell>,
    yields: Option<Cell>,
    /// The cells of a label: for `break`, and for `continue` if it labels a loop.
    labels: HashMap<&'a str, (Cell, Option<Cell>)>,
}

impl<'a> Paths<'a> {
    fn cell(&mut self) -> Cell {
        self.cells.push(0);
        self.cells.len() - 1
    }

    /// Moves the paths to a cell; without one they are dropped.
    fn leave(&mut self, cell: Option<Cell>) {
        if let Some(cell) = cell {
            self.cells[cell] = add(self.cells[cell], self.current);
        }
        self.current = 0;
    }

    fn run_parts(&mut self, node: Node<'a>) {
        for part in parts(node) {
            self.run(part);
        }
    }

    fn run_field(&mut self, node: Node<'a>, name: &str) {
        let mut cursor = node.walk();
        node.children_by_field_name(name, &mut cursor).for_each(|part| self.run(part));
    }

    fn label(&self, node: Node<'a>) -> Option<&'a str> {
        Some(self.code.text(*parts(node).first()?))
    }

    fn run(&mut self, node: Node<'a>) {
        match node.kind() {
            "return_statement" | "throw_statement" => {
                self.run_parts(node);
                self.ended = add(self.ended, self.current);
                self.current = 0;
            }
            "break_statement" => {
                let labelled = self.label(node).map(|label| self.labels.get(label).map(|cells| cells.0));
                self.leave(labelled.unwrap_or(self.breaks));
            }
            "continue_statement" => {
                let labelled = self.label(node).map(|label| self.labels.get(label).and_then(|cells| cells.1));
                self.leave(labelled.unwrap_or(self.continues));
            }
            "yield_statement" => {
                self.run_parts(node);
                self.leave(self.yields);
            }
            "labeled_statement" => parts(node).into_iter().skip(1).take(1).for_each(|part| self.run(part)),
            "if_statement" => self.run_if(node),
            "while_statement" | "for_statement" | "enhanced_for_statement" => self.run_loop(node),
            "do_statement" => {
                let (broken, continued) = self.scoped(node, |paths| paths.run_field(node, "body"));
                self.current = add(self.current, continued);
                let condition = self.code.part(node, "condition", self.current);
                self.current = add(condition.when_false, broken);
                self.ended = add(self.ended, condition.when_true);
            }
            "switch_expression" => self.run_switch(node),
            kind if is_expression(kind) => self.current = self.code.ways(node, self.current).all,
            _ => self.run_parts(node),
        }
    }

    /// Runs a loop's body, and returns the paths that left it by `break` and by `continue`.
    fn scoped(&mut self, node: Node<'a>, run: impl FnOnce(&mut Self)) -> (u64, u64) {
        let (broken, continued) = (self.cell(), self.cell());
        let outer = (self.breaks.replace(broken), self.continues.replace(continued));
        self.labelled(node, (broken, Some(continued)), run);
        (self.breaks, self.continues) = outer;
        (self.cells[broken], self.cells[continued])
    }

    /// Runs the statement after labels that lead to these cells.
    fn labelled(&mut self, node: Node<'a>, cells: (Cell, Option<Cell>), run: impl FnOnce(&mut Self)) {
        let labelled = std::iter::successors(node.parent(), Node::parent)
            .take_while(|around| around.kind() == "labeled_statement");
        let labels: Vec<_> = labelled.filter_map(|around| self.label(around)).collect();
        let outer: Vec<_> = labels.iter().map(|label| (*label, self.labels.insert(label, cells))).collect();
        run(self);
        for (label, cells) in outer.into_iter().rev() {
            match cells {
                Some(cells) => self.labels.insert(label, cells),
                None => self.labels.remove(label),
            };
        }
    }

    fn run_if(&mut self, node: Node<'a>) {
        let broken = self.cell();
        self.labelled(node, (broken, None), |paths| {
            let condition = paths.code.part(node, "condition", paths.current);
            paths.current = condition.when_true;
            paths.run_field(node, "consequence");
            let after = paths.current;
            paths.current = condition.when_false;
            paths.run_field(node, "alternative");
            paths.current = add(after, paths.current);
        });
        self.current = add(self.current, self.cells[broken]);
    }

    fn run_loop(&mut self, node: Node<'a>) {
        self.run_field(node, "init");
        let is_for_each = node.kind() == "enhanced_for_statement";
        let name = if is_for_each { "value" } else { "condition" };
        if is_for_each {
            self.run_field(node, name);
        }
        let condition = self.code.part(node, name, self.current);
        self.current = condition.when_true;
        let (broken, continued) = self.scoped(node, |paths| {
            paths.run_field(node, "body");
            paths.run_field(node, "update");
        });
        self.current = add(self.current, add(broken, continued));
        let is_endless =
            node.child_by_field_name(name).is_none_or(|condition| bare(condition).kind() == "true");
        if is_for_each || !is_endless {
            self.current = add(self.current, condition.when_false);
        }
    }

    fn run_switch(&mut self, node: Node<'a>) {
        let is_expression = !is_statement_switch(node);
        let left = self.cell();
        if is_expression {
            let outer = self.yields.replace(left);
            self.run_labels(node, left, is_expression);
            self.yields = outer;
        } else {
            let outer = self.breaks.replace(left);
            self.labelled(node, (left, None), |paths| paths.run_labels(node, left, is_expression));
            self.breaks = outer;
        }
        self.current = add(self.current, self.cells[left]);
    }

    fn run_labels(&mut self, node: Node<'a>, left: Cell, is_expression: bool) {
        self.run_field(node, "condition");
        let reached = std::mem::take(&mut self.current);
        let mut covers_all = is_expression;
        for (label, statements, is_arrow) in branches(node) {
            covers_all |= is_default(label)
                || parts(label)
                    .iter()
                    .any(|part| matches!(part.kind(), "pattern" | "type_pattern" | "record_pattern"));
            let count = reached.saturating_mul(alternatives(label)).min(MAX_COUNT);
            let before = self.current;
            self.current = if is_arrow { count } else { add(before, count) };
            for statement in statements {
                match parts(statement).first() {
                    Some(expression) if is_arrow && statement.kind() == "expression_statement" => {
                        self.run(*expression);
                    }
                    _ => self.run(statement),
                }
            }
            if is_arrow {
                self.leave(Some(left));
                self.current = before;
            }
        }
        if !covers_all {
            self.current = add(self.current, reached);
        }
    }
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || kind.ends_with("_literal")
        || matches!(
            kind,
            "method_invocation"
                | "field_access"
                | "array_access"
                | "identifier"
                | "this"
                | "super"
                | "method_reference"
        )
}

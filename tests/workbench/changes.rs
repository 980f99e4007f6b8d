//! The failures whose code was changed: their mark, their reason, the filter and the order.

use std::sync::Arc;

use fossick::model::{Changed, Changes};

use crate::support::{Player, corpus};

#[test]
fn changed_code_is_marked_explained_filtered_and_comes_first() {
    let mut corpus = corpus(&[14]);
    for (number, failure) in corpus.failures.iter_mut().enumerate() {
        let code = (number == 13).then_some(Changed::FocalMethod);
        let methods = code.map(|_| (Arc::from("Purse.java"), 31)).into_iter().collect();
        let since = Arc::from("in your work tree");
        failure.changes =
            Some(Box::new(Changes { code, methods, focal_lines: Vec::new(), is_test: number == 12, since }));
    }
    corpus.knows_changes = true;
    let last = corpus.failures[13].test.clone();
    let mut player = Player::open(corpus, 140, 45);
    player.keys("s c g g");
    assert_eq!(player.selection().test, last, "{}", player.screen());
    assert_eq!(player.screen().matches('Δ').count(), 1, "{}", player.screen());
    assert!(
        player.screen().contains("The focal method was changed in your work tree."),
        "{}",
        player.screen()
    );
    player.keys("& c h a n g e d : m e t h o d <enter>");
    assert_eq!(player.selection().test, last);
    player.keys("& <ctrl-u> c h a n g e d : t e s t <enter>");
    assert!(
        player.screen().contains("The test itself was changed in your work tree."),
        "{}",
        player.screen()
    );
}

//! Prompts and menus cover what is beneath them.

use crate::support::{Player, corpus};

const SIZES: [(u16, u16); 7] = [(60, 15), (80, 24), (100, 30), (120, 30), (140, 45), (180, 45), (200, 60)];

#[test]
fn no_text_stands_beside_prompts_and_menus() {
    for (width, height) in SIZES {
        for keys in ["&", "/", "n", "s", "y", "'", ":", ": 7", "?"] {
            let mut player = Player::open(corpus(&[14]), width, height);
            player.keys(keys);
            let screen = player.screen();
            let mut rows = screen.lines().skip_while(|line| !line.starts_with('╭'));
            let is_whole = |row: &str| row.starts_with(['╭', '│', '╰']) && row.ends_with(['╮', '│', '╯']);
            assert!(rows.next().is_some_and(is_whole) && rows.all(is_whole), "{keys}\n{screen}");
        }
    }
}

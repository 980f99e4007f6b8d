//! The header: its parts by importance, the group, the progress.

use crate::support::{Player, corpus};

fn line(player: &Player, row: usize) -> String {
    player.screen().lines().nth(row).unwrap_or_default().to_owned()
}

#[test]
fn a_screen_about_all_groups_names_none_of_them() {
    let mut player = Player::open(corpus(&[14, 5]), 140, 45);
    assert!(line(&player, 0).contains("Shop-1"));
    for key in ["2", "3"] {
        player.keys(key);
        assert!(!line(&player, 0).contains("Shop-1"), "{}", line(&player, 0));
    }
}

const SIZES: [(u16, u16); 7] = [(60, 15), (80, 24), (100, 30), (120, 30), (140, 45), (180, 45), (200, 60)];

#[test]
fn the_header_shows_the_most_important_parts_evenly_spaced() {
    let header = |player: &Player| player.screen().lines().next().unwrap_or_default().to_owned();
    for (width, height) in SIZES {
        for keys in ["", "s g", "s g t", "s n t f", "3"] {
            let mut player = Player::open(corpus(&[28, 14]), width, height);
            player.keys(keys);
            let header = header(&player);
            assert!(header.ends_with("3 Groups") || header.ends_with("? help"), "{header}");
            if keys == "3" {
                continue;
            }
            assert!(header.contains("Shop-1"), "{header}");
            assert!(
                header.contains("1 Triage") && header.contains("2 Progress"),
                "tabs keep names: {header}"
            );
            let progress =
                ["·", "F", "T", "0 of ", "1 of ", "2 of "].iter().filter_map(|sign| header.rfind(sign)).min();
            let (left, progress) = header.split_at(progress.expect("how far one is"));
            assert!(progress.contains(" of "), "{header}");
            let gaps: Vec<usize> =
                left.trim().split(|c: char| c != ' ').map(str::len).filter(|&blanks| blanks > 1).collect();
            assert!(gaps.iter().all(|&gap| gap == 3), "{header}");
        }
    }
}

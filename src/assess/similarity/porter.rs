//! Porter's stemmer (Porter, "An Algorithm for Suffix Stripping", Program 14(3), 1980) with nltk's additions, used by
//! METEOR and ROUGE. The stemmers in crates are Snowball's or the original, and differ from it.

#[rustfmt::skip]
const IRREGULAR: [(&str, &str); 16] = [
    ("sky", "sky"), ("skies", "sky"), ("dying", "die"), ("lying", "lie"), ("tying", "tie"), ("news", "news"),
    ("innings", "inning"), ("inning", "inning"), ("outings", "outing"), ("outing", "outing"),
    ("cannings", "canning"), ("canning", "canning"), ("howe", "howe"), ("proceed", "proceed"),
    ("exceed", "exceed"), ("succeed", "succeed"),
];

#[rustfmt::skip]
const STEP_2: [(&str, &str); 21] = [
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"),
    ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"), ("fulli", "ful"),
];

#[rustfmt::skip]
const STEP_3: [(&str, &str); 7] = [
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
];

const STEP_4: [&str; 19] = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize",
];

pub(in crate::assess) fn stem(word: &str) -> String {
    if let Some((_, stem)) = IRREGULAR.iter().find(|(irregular, _)| *irregular == word) {
        return (*stem).to_owned();
    }
    if word.chars().nth(2).is_none() {
        return word.to_owned();
    }
    let steps = [step_1a, step_1b, step_1c, step_2, step_3, step_4, step_5a, step_5b];
    steps.into_iter().fold(word.to_owned(), |word, step| step(&word))
}

/// Returns for each letter true if it is a consonant: `y` is one at the start and after a vowel.
fn consonants(word: &str) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::with_capacity(word.len());
    for c in word.chars() {
        found.push(match c {
            'a' | 'e' | 'i' | 'o' | 'u' => false,
            'y' => found.last().is_none_or(|before| !before),
            _ => true,
        });
    }
    found
}

/// Returns the number of changes from a vowel to a consonant, roughly the number of syllables.
fn measure(word: &str) -> usize {
    consonants(word).windows(2).filter(|pair| !pair[0] && pair[1]).count()
}

/// Returns true for a word like `hop`: it would end with an `e` if the vowel were long.
fn ends_short(word: &str) -> bool {
    match consonants(word)[..] {
        [.., true, false, true] => !word.ends_with(['w', 'x', 'y']),
        [false, true] => true,
        _ => false,
    }
}

fn ends_in_consonant(word: &str) -> bool {
    consonants(word).last() == Some(&true)
}

/// Replaces the first matching suffix, if its stem fulfils a condition.
fn replace(word: &str, rules: &[(&str, &str)], condition: impl Fn(&str) -> bool) -> String {
    let fitting = rules.iter().find_map(|(suffix, by)| Some((word.strip_suffix(suffix)?, by)));
    match fitting {
        Some((stem, by)) if condition(stem) => format!("{stem}{by}"),
        _ => word.to_owned(),
    }
}

fn step_1a(word: &str) -> String {
    let ies = if word.chars().count() == 4 { "ie" } else { "i" };
    replace(word, &[("sses", "ss"), ("ies", ies), ("ss", "ss"), ("s", "")], |_| true)
}

fn step_1b(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ied") {
        return format!("{stem}{}", if stem.chars().count() == 1 { "ie" } else { "i" });
    }
    if let Some(stem) = word.strip_suffix("eed") {
        return if measure(stem) > 0 { format!("{stem}ee") } else { word.to_owned() };
    }
    let Some(stem) = ["ed", "ing"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix).filter(|stem| consonants(stem).contains(&false)))
    else {
        return word.to_owned();
    };
    if ["at", "bl", "iz"].iter().any(|end| stem.ends_with(end)) {
        return format!("{stem}e");
    }
    let shorter = stem.char_indices().next_back().map_or("", |(at, _)| &stem[..at]);
    let is_double = stem.chars().next_back() == shorter.chars().next_back();
    if is_double && ends_in_consonant(stem) {
        return if stem.ends_with(['l', 's', 'z']) { stem } else { shorter }.to_owned();
    }
    if measure(stem) == 1 && ends_short(stem) { format!("{stem}e") } else { stem.to_owned() }
}

fn step_1c(word: &str) -> String {
    replace(word, &[("y", "i")], |stem| stem.chars().nth(1).is_some() && ends_in_consonant(stem))
}

fn step_2(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("alli").filter(|stem| measure(stem) > 0) {
        return step_2(&format!("{stem}al"));
    }
    // The measure is that of the word without its last three letters, which is the stem and `l`.
    if let Some(stem) = word.strip_suffix("logi") {
        return if measure(&format!("{stem}l")) > 0 { format!("{stem}log") } else { word.to_owned() };
    }
    replace(word, &STEP_2, |stem| measure(stem) > 0)
}

fn step_3(word: &str) -> String {
    replace(word, &STEP_3, |stem| measure(stem) > 0)
}

fn step_4(word: &str) -> String {
    let fitting = STEP_4.iter().find_map(|suffix| Some((*suffix, word.strip_suffix(suffix)?)));
    match fitting {
        Some((suffix, stem)) if measure(stem) > 1 && (suffix != "ion" || stem.ends_with(['s', 't'])) => stem,
        _ => word,
    }
    .to_owned()
}

fn step_5a(word: &str) -> String {
    word.strip_suffix('e')
        .filter(|stem| match measure(stem) {
            0 => false,
            1 => !ends_short(stem),
            _ => true,
        })
        .unwrap_or(word)
        .to_owned()
}

fn step_5b(word: &str) -> String {
    match word.strip_suffix('l') {
        Some(shorter) if word.ends_with("ll") && measure(shorter) > 1 => shorter.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_porters_paper_and_nltks_additions() {
        let cases = [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("plastered", "plaster"),
            ("hopping", "hop"),
            ("hoping", "hope"),
            ("falling", "fall"),
            ("relational", "relat"),
            ("electriciti", "electr"),
            ("adjustment", "adjust"),
            ("controll", "control"),
            ("rate", "rate"),
            ("dies", "die"),
            ("skies", "sky"),
            ("größen", "größen"),
        ];
        for (word, expected) in cases {
            assert_eq!(stem(word), expected, "{word}");
        }
    }
}

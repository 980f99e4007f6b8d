//! The words of a text, as scikit-learn's `TfidfVectorizer` finds them by default.

use std::sync::LazyLock;

use regex::Regex;

/// The pattern of a token. Word characters are letters, numbers and the underscore, but not combining marks. This is
/// Python's `\w`, which differs from that of the regex crate.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    // The pattern is fixed, and any test with non-ASCII text compiles it.
    Regex::new(r"[\p{L}\p{N}_]{2,}").expect("a valid pattern")
});

/// Calls `visit` with each run of two or more word characters in the lower-cased `text`, in order.
pub(super) fn for_each_token(text: &str, mut visit: impl FnMut(&str)) {
    if text.is_ascii() {
        // Gives the same tokens as the other branch, several times faster and without a copy of the text.
        let tokens = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let mut lower_cased = String::new();
        for token in tokens.filter(|token| token.len() >= 2) {
            lower_cased.clear();
            lower_cased.push_str(token);
            lower_cased.make_ascii_lowercase();
            visit(&lower_cased);
        }
    } else {
        TOKEN.find_iter(&text.to_lowercase()).map(|found| found.as_str()).for_each(visit);
    }
}

/// The English words that `test_doc_sim` ignores because they carry no meaning, in ascending order.
///
/// The list is the one that scikit-learn uses by default, named `ENGLISH_STOP_WORDS` there; it goes back to the Glasgow
/// Information Retrieval Group. Its inconsistencies (`fifty` but not `thirty`, `co`, `de`) are kept, because
/// the paper's numbers were computed with this list. The list of NLTK is a different one.
#[rustfmt::skip]
const STOP_WORDS: [&str; 318] = [
    "a", "about", "above", "across", "after", "afterwards", "again", "against", "all", "almost", "alone",
    "along", "already", "also", "although", "always", "am", "among", "amongst", "amoungst", "amount", "an",
    "and", "another", "any", "anyhow", "anyone", "anything", "anyway", "anywhere", "are", "around", "as",
    "at", "back", "be", "became", "because", "become", "becomes", "becoming", "been", "before",
    "beforehand", "behind", "being", "below", "beside", "besides", "between", "beyond", "bill", "both",
    "bottom", "but", "by", "call", "can", "cannot", "cant", "co", "con", "could", "couldnt", "cry", "de",
    "describe", "detail", "do", "done", "down", "due", "during", "each", "eg", "eight", "either", "eleven",
    "else", "elsewhere", "empty", "enough", "etc", "even", "ever", "every", "everyone", "everything",
    "everywhere", "except", "few", "fifteen", "fifty", "fill", "find", "fire", "first", "five", "for",
    "former", "formerly", "forty", "found", "four", "from", "front", "full", "further", "get", "give", "go",
    "had", "has", "hasnt", "have", "he", "hence", "her", "here", "hereafter", "hereby", "herein",
    "hereupon", "hers", "herself", "him", "himself", "his", "how", "however", "hundred", "i", "ie", "if",
    "in", "inc", "indeed", "interest", "into", "is", "it", "its", "itself", "keep", "last", "latter",
    "latterly", "least", "less", "ltd", "made", "many", "may", "me", "meanwhile", "might", "mill", "mine",
    "more", "moreover", "most", "mostly", "move", "much", "must", "my", "myself", "name", "namely",
    "neither", "never", "nevertheless", "next", "nine", "no", "nobody", "none", "noone", "nor", "not",
    "nothing", "now", "nowhere", "of", "off", "often", "on", "once", "one", "only", "onto", "or", "other",
    "others", "otherwise", "our", "ours", "ourselves", "out", "over", "own", "part", "per", "perhaps",
    "please", "put", "rather", "re", "same", "see", "seem", "seemed", "seeming", "seems", "serious",
    "several", "she", "should", "show", "side", "since", "sincere", "six", "sixty", "so", "some", "somehow",
    "someone", "something", "sometime", "sometimes", "somewhere", "still", "such", "system", "take", "ten",
    "than", "that", "the", "their", "them", "themselves", "then", "thence", "there", "thereafter",
    "thereby", "therefore", "therein", "thereupon", "these", "they", "thick", "thin", "third", "this",
    "those", "though", "three", "through", "throughout", "thru", "thus", "to", "together", "too", "top",
    "toward", "towards", "twelve", "twenty", "two", "un", "under", "until", "up", "upon", "us", "very",
    "via", "was", "we", "well", "were", "what", "whatever", "when", "whence", "whenever", "where",
    "whereafter", "whereas", "whereby", "wherein", "whereupon", "wherever", "whether", "which", "while",
    "whither", "who", "whoever", "whole", "whom", "whose", "why", "will", "with", "within", "without",
    "would", "yet", "you", "your", "yours", "yourself", "yourselves",
];

pub(super) fn is_stop_word(token: &str) -> bool {
    STOP_WORDS.binary_search(&token).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        for_each_token(text, |token| found.push(token.to_owned()));
        found
    }

    #[test]
    fn tokens_are_lower_case_runs_of_two_or_more_word_characters() {
        assert_eq!(tokens("int x_1 = getValue(7, 42) + a.b[i];\r\n"), ["int", "x_1", "getvalue", "42"]);
        assert_eq!(tokens("__ a_ 0x1F 3.14 don't"), ["__", "a_", "0x1f", "14", "don"]);
        assert_eq!(tokens(" a . b "), Vec::<String>::new());
        assert_eq!(tokens(""), Vec::<String>::new());
    }

    #[test]
    fn word_characters_are_those_of_unicode() {
        assert_eq!(tokens("Größe ÄÖ, é 日本 ½²"), ["größe", "äö", "日本", "½²"]);
        assert_eq!(tokens("int größe_2; ok"), ["int", "größe_2", "ok"]);
    }

    #[test]
    fn lower_case_is_that_of_python() {
        // İ becomes i and a combining dot, which is not a word character; a sigma at the end of a word has
        // its own form.
        assert_eq!(tokens("İSTANBUL"), ["stanbul"]);
        assert_eq!(tokens("ΟΔΟΣ ΣΟΣ"), ["οδος", "σος"]);
    }

    #[test]
    fn combining_marks_end_a_token() {
        assert_eq!(tokens("cafe\u{301}s"), ["cafe"]);
        assert_eq!(tokens("हिन्दी"), Vec::<String>::new(), "single letters between vowel signs");
    }

    #[test]
    fn ascii_text_gives_the_same_tokens_as_other_text() {
        let ascii: String = (0..128u8).map(char::from).chain("  Foo_9 bar-BAZ\t\u{0}x1".chars()).collect();
        let mut other = tokens(&format!("{ascii} ßß"));
        assert_eq!(other.pop().as_deref(), Some("ßß"));
        assert_eq!(tokens(&ascii), other);
    }

    #[test]
    fn the_list_is_sorted_for_the_search() {
        assert!(STOP_WORDS.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_list_is_scikit_learns_and_not_nltks() {
        for word in ["the", "fifty", "sincere", "bill", "describe", "yourselves"] {
            assert!(is_stop_word(word), "{word} is in scikit-learn's list");
        }
        for word in ["just", "did", "does", "having", "don", "thirty"] {
            assert!(!is_stop_word(word), "{word} is in NLTK's list alone, or in none");
        }
    }
}

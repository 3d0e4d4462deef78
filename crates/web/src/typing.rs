//! Keys: arrows lead to a neighbour, and numbers are typed digit by digit: 13 is a 1 and then a 3, where there
//! is a 13.

use puzzles::{Choices, Near};

/// The neighbour that an arrow key leads to; `None` for other keys.
pub fn arrow(key: &str) -> Option<fn(&Near) -> Option<usize>> {
    match key {
        "ArrowUp" => Some(|near| near.up),
        "ArrowDown" => Some(|near| near.down),
        "ArrowLeft" => Some(|near| near.left),
        "ArrowRight" => Some(|near| near.right),
        _ => None,
    }
}

/// What a typed character amounts to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// This value was chosen.
    Chosen(i32),
    /// More digits may follow: the text so far. Enter or a pause ends it.
    Begun(String),
    /// It means nothing here.
    Nothing,
}

/// Types a character after what was typed before.
///
/// A digit that does not continue a number begins a new one. A minus sign begins a negative number.
pub fn typed(choices: &Choices, before: &str, character: char) -> Typed {
    if let Choices::Keys(keys) = choices {
        let wanted = character.to_ascii_lowercase();
        let found = keys.iter().find(|choice| choice.key.to_ascii_lowercase() == wanted);
        return found.map_or(Typed::Nothing, |choice| Typed::Chosen(choice.value));
    }
    if !character.is_ascii_digit() && character != '-' {
        return Typed::Nothing;
    }
    let longer = format!("{before}{character}");
    [longer, character.to_string()].into_iter().find_map(|text| begun(choices, &text)).unwrap_or(Typed::Nothing)
}

/// What a text that was typed stands for; `None` when no choice begins with it.
fn begun(choices: &Choices, text: &str) -> Option<Typed> {
    let more = choices.values().any(|value| {
        let value = value.to_string();
        value.len() > text.len() && value.starts_with(text)
    });
    match text.parse().ok().filter(|&value| choices.contains(value) && choices.key(value).as_deref() == Some(text)) {
        Some(value) if !more => Some(Typed::Chosen(value)),
        None if !more => None,
        _ => Some(Typed::Begun(text.to_owned())),
    }
}

/// What was typed, when nothing follows.
pub fn ended(choices: &Choices, text: &str) -> Option<i32> {
    text.parse().ok().filter(|&value| choices.contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(choices: &Choices, text: &str) -> Vec<Typed> {
        let mut before = String::new();
        let each = text.chars().map(|character| {
            let typed = typed(choices, &before, character);
            before = if let Typed::Begun(text) = &typed { text.clone() } else { String::new() };
            typed
        });
        each.collect()
    }

    fn begun(text: &str) -> Typed {
        Typed::Begun(text.to_owned())
    }

    #[test]
    fn one_digit_is_enough_where_no_number_is_longer() {
        assert_eq!(all(&Choices::Numbers(1..=9), "5"), [Typed::Chosen(5)]);
        assert_eq!(all(&Choices::Numbers(1..=12), "5"), [Typed::Chosen(5)]);
    }

    #[test]
    fn two_digits_make_a_number_of_the_range() {
        let twelve = Choices::Numbers(1..=12);
        assert_eq!(all(&twelve, "12"), [begun("1"), Typed::Chosen(12)]);
        // 13 is out of range: the 3 begins a new number.
        assert_eq!(all(&twelve, "13"), [begun("1"), Typed::Chosen(3)]);
        assert_eq!((ended(&twelve, "1"), ended(&twelve, "13"), ended(&twelve, "")), (Some(1), None, None));
    }

    #[test]
    fn a_number_may_begin_below_the_range() {
        assert_eq!(all(&Choices::Numbers(10..=15), "12"), [begun("1"), Typed::Chosen(12)]);
        assert_eq!(all(&Choices::Numbers(-12..=3), "-12"), [begun("-"), begun("-1"), Typed::Chosen(-12)]);
    }

    #[test]
    fn what_means_nothing_is_nothing() {
        for choices in [Choices::None, Choices::Numbers(1..=9)] {
            assert_eq!(all(&choices, "0x"), [Typed::Nothing, Typed::Nothing]);
        }
    }
}

//! Numbers typed digit by digit: 13 is a 1 and then a 3, where there is a 13.

use puzzles::Choices;

/// The digits typed so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typing(String);

/// What a key brought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    /// This value was chosen.
    Chosen(i32),
    /// More digits may follow. Enter or a pause ends the number.
    Open,
    /// The key chooses nothing here.
    Nothing,
}

/// The choice after the one that is shown; none after the last.
pub(crate) fn next_choice(choices: &Choices, shown: Option<i32>) -> Option<i32> {
    match shown {
        None => choices.values().next(),
        Some(shown) => choices.values().skip_while(|&value| value != shown).nth(1),
    }
}

impl Typing {
    /// Takes a key. A number is chosen as soon as no longer one begins with it;
    /// a digit that cannot follow begins another number.
    pub fn press(&mut self, key: char, choices: &Choices) -> Typed {
        if let Choices::Keys(keys) = choices {
            let chosen = keys.iter().find(|choice| choice.key.eq_ignore_ascii_case(&key));
            return chosen.map_or(Typed::Nothing, |choice| Typed::Chosen(choice.value));
        }
        if !key.is_ascii_digit() && key != '-' {
            return Typed::Nothing;
        }
        for text in [format!("{}{key}", self.0), key.to_string()] {
            let longer = choices.values().any(|value| {
                let value = value.to_string();
                value.len() > text.len() && value.starts_with(&text)
            });
            let chosen = text.parse().ok().filter(|&value: &i32| choices.contains(value) && value.to_string() == text);
            match (longer, chosen) {
                (true, _) => {
                    self.0 = text;
                    return Typed::Open;
                }
                (false, Some(value)) => {
                    self.clear();
                    return Typed::Chosen(value);
                }
                (false, None) => {}
            }
        }
        self.clear();
        Typed::Nothing
    }

    /// The number as it stands, which is then forgotten.
    pub fn finish(&mut self, choices: &Choices) -> Option<i32> {
        let value = self.0.parse().ok().filter(|&value| choices.contains(value));
        self.clear();
        value
    }

    /// Takes back a digit; says whether there was one.
    pub fn erase(&mut self) -> bool {
        self.0.pop().is_some()
    }

    /// Forgets the digits.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The digits typed so far.
    pub fn shown(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::Choice;

    /// What the keys choose one after the other; the rest is finished.
    fn chosen(keys: &str, choices: &Choices) -> Vec<i32> {
        let (mut typing, mut chosen) = (Typing::default(), Vec::new());
        for key in keys.chars() {
            if let Typed::Chosen(value) = typing.press(key, choices) {
                chosen.push(value);
            }
        }
        chosen.extend(typing.finish(choices));
        chosen
    }

    #[test]
    fn numbers_end_where_no_longer_one_begins() {
        let to = |last| Choices::Numbers(1..=last);
        assert_eq!(chosen("5", &to(9)), [5]);
        assert_eq!(chosen("59", &to(9)), [5, 9]);
        assert_eq!(chosen("13", &to(17)), [13]);
        assert_eq!(chosen("1", &to(17)), [1]);
        assert_eq!(chosen("2", &to(17)), [2]);
        // 19 is too large: the 9 is another number.
        assert_eq!(chosen("19", &to(17)), [9]);
        assert!(chosen("0", &to(17)).is_empty());
        assert_eq!(chosen("10", &to(17)), [10]);
        assert_eq!(chosen("123", &to(400)), [123]);
        assert!(chosen("999999999999999999999", &to(8)).is_empty());
        assert_eq!(chosen("1x2", &to(12)), [12]);
        assert!(chosen("12", &Choices::None).is_empty());
    }

    #[test]
    fn every_number_can_be_typed() {
        for last in [1, 9, 10, 11, 19, 20, 99, 100, 123] {
            for value in -2..=last {
                assert_eq!(chosen(&value.to_string(), &Choices::Numbers(-2..=last)), [value]);
            }
        }
        assert_eq!(chosen("12", &Choices::Numbers(10..=15)), [12]);
        assert_eq!(chosen("-12", &Choices::Numbers(-12..=3)), [-12]);
    }

    #[test]
    fn keys_choose_at_once_in_either_case() {
        const KEYS: &[Choice] = &[Choice { key: 'x', label: "full", value: 7 }];
        assert_eq!(chosen("xyX", &Choices::Keys(KEYS)), [7, 7]);
    }

    #[test]
    fn digits_can_be_taken_back() {
        let (choices, mut typing) = (Choices::Numbers(1..=40), Typing::default());
        assert_eq!(typing.press('3', &choices), Typed::Open);
        assert!(typing.erase() && !typing.erase());
        assert_eq!(typing.finish(&choices), None);
    }
}

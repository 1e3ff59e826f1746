//! The questions of a poll, and the answers of one person.
use std::collections::BTreeSet;

use kit::{Fields, Result};
use serde::{Deserialize, Serialize};

const MAX_QUESTIONS: usize = 20;
const MAX_ANSWERS: usize = 20;
/// Characters.
const MAX_QUESTION_LENGTH: usize = 300;
const MAX_ANSWER_LENGTH: usize = 200;
const MAX_OWN_ANSWER_LENGTH: usize = 300;

/// People who have answered a question of an anonymous poll before it has results: of fewer one could tell who answered what.
pub const MIN_ANONYMOUS_ANSWERS: i32 = 5;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollInfo {
    pub questions: Vec<PollQuestion>,
    pub poll_multi_answers_allowed: bool,
    pub poll_user_answer_allowed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollQuestion {
    pub text: String,
    pub answers: Vec<String>,
}

/// Of one person to one question. Places are counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PollAnswer {
    pub question: i32,
    pub answers: Vec<i32>,
    /// In the person's own words; empty for none.
    pub own_answer: String,
}

impl PollInfo {
    /// A poll needs questions, and each question answers, or an answer in one's own words.
    pub fn validate(&self, fields: &mut Fields) {
        fields.check(!self.questions.is_empty(), "type_info.questions", "required");
        fields.check(self.questions.len() <= MAX_QUESTIONS, "type_info.questions", "maximum length is 20");
        for (at, question) in self.questions.iter().take(MAX_QUESTIONS).enumerate() {
            let path = format!("type_info.questions[{at}]");
            fields.text(&format!("{path}.text"), &question.text, MAX_QUESTION_LENGTH);
            fields.check(!question.answers.is_empty() || self.poll_user_answer_allowed, &format!("{path}.answers"), "required");
            fields.check(question.answers.len() <= MAX_ANSWERS, &format!("{path}.answers"), "maximum length is 20");
            let mut different = BTreeSet::new();
            for (place, answer) in question.answers.iter().take(MAX_ANSWERS).enumerate() {
                let path = format!("{path}.answers[{place}]");
                fields.text(&path, answer, MAX_ANSWER_LENGTH);
                fields.check(different.insert(answer.trim()), &path, "value must be unique");
            }
        }
    }

    /// Refuses answers that the poll does not offer. Without any, the person takes theirs back.
    pub fn validate_answers(&self, answers: &[PollAnswer]) -> Result<()> {
        let mut fields = Fields::new();
        let mut answered = BTreeSet::new();
        fields.check(answers.len() <= MAX_QUESTIONS, "answers", "maximum length is 20");
        for (at, answer) in answers.iter().take(MAX_QUESTIONS).enumerate() {
            let path = format!("answers[{at}]");
            let question = usize::try_from(answer.question).ok().and_then(|place| self.questions.get(place));
            let Some(question) = question.filter(|_| answered.insert(answer.question)) else {
                fields.add(format!("{path}.question"), "invalid data sent");
                continue;
            };
            let chosen: BTreeSet<i32> = answer.answers.iter().copied().take(MAX_ANSWERS + 1).collect();
            let are_offered = chosen.iter().all(|place| usize::try_from(*place).is_ok_and(|place| place < question.answers.len()));
            fields.check(are_offered && chosen.len() == answer.answers.len(), &format!("{path}.answers"), "invalid data sent");
            let own = !answer.own_answer.trim().is_empty();
            fields.check(!own || self.poll_user_answer_allowed, &format!("{path}.own_answer"), "action prohibited");
            fields.optional_multiline_text(&format!("{path}.own_answer"), Some(&answer.own_answer), MAX_OWN_ANSWER_LENGTH);
            let count = chosen.len() + usize::from(own);
            fields.check(count > 0, &format!("{path}.answers"), "required");
            fields.check(count <= 1 || self.poll_multi_answers_allowed, &format!("{path}.answers"), "maximum length is 1");
        }
        fields.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poll() -> PollInfo {
        let question = |text: &str, answers: &[&str]| PollQuestion { text: text.into(), answers: answers.iter().map(|a| a.to_string()).collect() };
        PollInfo { questions: vec![question("A gate?", &["Yes", "No"]), question("When?", &["Spring", "Autumn"])], ..PollInfo::default() }
    }

    fn refused(change: impl Fn(&mut PollInfo)) -> Vec<String> {
        let mut poll = poll();
        change(&mut poll);
        let mut fields = Fields::new();
        poll.validate(&mut fields);
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    fn answer(question: i32, answers: &[i32], own: &str) -> PollAnswer {
        PollAnswer { question, answers: answers.to_vec(), own_answer: own.into() }
    }

    #[test]
    fn a_poll_needs_questions_with_answers_or_an_answer_of_ones_own() {
        assert_eq!(refused(|poll| poll.questions.clear()), ["type_info.questions"]);
        assert_eq!(refused(|poll| poll.questions[0].answers.clear()), ["type_info.questions[0].answers"]);
        assert_eq!(refused(|poll| poll.questions[1].text.clear()), ["type_info.questions[1].text"]);
        assert_eq!(refused(|poll| poll.questions[0].answers[1] = "Yes ".into()), ["type_info.questions[0].answers[1]"]);
        let mut fields = Fields::new();
        let open = PollInfo { questions: vec![PollQuestion { text: "Why?".into(), answers: vec![] }], poll_user_answer_allowed: true, ..poll() };
        open.validate(&mut fields);
        assert!(fields.finish().is_ok());
    }

    #[test]
    fn a_poll_has_at_most_20_questions_with_20_answers() {
        let many = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(refused(|poll| poll.questions[0].answers = many(21)), ["type_info.questions[0].answers"]);
        assert_eq!(refused(|poll| poll.questions = vec![poll.questions[0].clone(); 21]), ["type_info.questions"]);
    }

    #[test]
    fn an_answer_is_one_that_the_poll_offers() {
        let poll = poll();
        assert!(poll.validate_answers(&[answer(0, &[1], ""), answer(1, &[0], "")]).is_ok());
        assert!(poll.validate_answers(&[]).is_ok());
        for bad in [
            answer(2, &[0], ""),
            answer(-1, &[0], ""),
            answer(0, &[2], ""),
            answer(0, &[-1], ""),
            answer(0, &[0, 1], ""),
            answer(0, &[], ""),
            answer(0, &[], "Maybe"),
        ] {
            assert!(poll.validate_answers(std::slice::from_ref(&bad)).is_err(), "{bad:?}");
        }
        assert!(poll.validate_answers(&[answer(0, &[0], ""), answer(0, &[1], "")]).is_err());
    }

    #[test]
    fn several_answers_and_own_words_are_taken_where_the_poll_allows_them() {
        let poll = PollInfo { poll_multi_answers_allowed: true, poll_user_answer_allowed: true, ..poll() };
        assert!(poll.validate_answers(&[answer(0, &[0, 1], "Both")]).is_ok());
        assert!(poll.validate_answers(&[answer(0, &[0, 0], "")]).is_err());
        assert!(poll.validate_answers(&[answer(0, &[], &"x".repeat(301))]).is_err());
        let single = PollInfo { poll_multi_answers_allowed: false, ..poll };
        assert!(single.validate_answers(&[answer(0, &[0], "and")]).is_err());
    }
}

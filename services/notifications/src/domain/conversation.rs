//! A conversation as somebody begins it, and what those in it may do.
use kit::{Error, Fields, Result};
use serde_json::json;
use uuid::Uuid;

use super::mail::html;

/// Characters.
const MAX_SUBJECT: usize = 200;
const MAX_MESSAGE: usize = 4_000;
/// Of one message.
const MAX_PICTURES: usize = 4;
/// Of the last message, in lists.
const MAX_EXCERPT: usize = 140;

pub const STATUS_WORDS: &[(&str, i16)] = &[("open", 1), ("taken", 2), ("closed", 3)];
pub const OPEN: i16 = 1;
pub const TAKEN: i16 = 2;
pub const CLOSED: i16 = 3;

/// A message as it is sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct MessageInput<'a> {
    pub message: &'a str,
    pub request_id: &'a str,
    /// Keys of pictures.
    pub pictures: &'a [String],
}

/// Who is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversationRecipient {
    User(i64),
    /// The staff of the group.
    Group(i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationDraft {
    pub subject: String,
    pub recipient: ConversationRecipient,
    pub message: MessageDraft,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageDraft {
    /// Empty only with pictures.
    pub message: String,
    pub request_id: Uuid,
    /// Those that its author has uploaded, each once.
    pub pictures: Vec<Uuid>,
}

impl ConversationDraft {
    pub fn parse(subject: &str, user_id: i64, group_id: i64, message: MessageInput<'_>) -> Result<ConversationDraft> {
        let mut fields = Fields::new();
        fields.text("subject", subject, MAX_SUBJECT);
        fields.check((user_id != 0) != (group_id != 0), "user", "required");
        let message = parse_message(&mut fields, message);
        fields.finish()?;
        let recipient = if user_id == 0 { ConversationRecipient::Group(group_id) } else { ConversationRecipient::User(user_id) };
        Ok(ConversationDraft { subject: subject.trim().into(), recipient, message })
    }
}

impl MessageDraft {
    pub fn parse(message: MessageInput<'_>) -> Result<MessageDraft> {
        let mut fields = Fields::new();
        let draft = parse_message(&mut fields, message);
        fields.finish()?;
        Ok(draft)
    }

    pub fn excerpt(&self) -> String {
        excerpt(&self.message)
    }
}

fn parse_message(fields: &mut Fields, input: MessageInput<'_>) -> MessageDraft {
    let message = input.message.trim();
    // What nobody sees is no message.
    let message = if message.chars().all(html::is_invisible) { "" } else { message };
    match input.pictures {
        [] => fields.multiline_text("message", message, MAX_MESSAGE),
        _ => fields.optional_multiline_text("message", Some(message).filter(|text| !text.is_empty()), MAX_MESSAGE),
    }
    let request_id = Uuid::parse_str(input.request_id);
    fields.check(request_id.is_ok(), "request_id", "invalid data sent");
    let pictures: Vec<Uuid> = input.pictures.iter().filter_map(|key| key.parse().ok()).collect();
    let is_each_once = pictures.iter().enumerate().all(|(place, key)| !pictures[..place].contains(key));
    if input.pictures.len() > MAX_PICTURES {
        fields.add("pictures", format!("too many items: at most {MAX_PICTURES}"));
    } else {
        fields.check(pictures.len() == input.pictures.len() && is_each_once, "pictures", "invalid data sent");
    }
    MessageDraft { message: message.into(), request_id: request_id.unwrap_or_default(), pictures }
}

/// The beginning of a text, as one line.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_EXCERPT { line } else { line.chars().take(MAX_EXCERPT - 1).chain(['…']).collect() }
}

/// What a caller is in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversationRole {
    /// One of the two people, or who wrote to the staff.
    Participant,
    /// One of the staff of its group.
    Staff,
    /// Sees it, and does not write.
    Supervisor,
}

/// The state of a shared inbox; of two people it is always open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InboxState {
    pub status: i16,
    pub taken_by: Option<i64>,
}

impl InboxState {
    /// After a message of `user_id`. One of the staff who answers takes it; what a colleague has taken they do not answer:
    /// nobody is answered twice. A person's message opens what was closed.
    pub fn after_message(self, role: ConversationRole, user_id: i64) -> Result<InboxState> {
        match role {
            ConversationRole::Supervisor => Err(Error::Forbidden),
            ConversationRole::Participant if self.status == CLOSED => Ok(InboxState { status: OPEN, taken_by: None }),
            ConversationRole::Participant => Ok(self),
            ConversationRole::Staff => self.take(user_id, false),
        }
    }

    pub fn take(self, user_id: i64, is_takeover: bool) -> Result<InboxState> {
        match self.taken_by {
            Some(other) if other != user_id && self.status == TAKEN && !is_takeover => Err(taken()),
            _ => Ok(InboxState { status: TAKEN, taken_by: Some(user_id) }),
        }
    }

    /// Whether one of the staff may answer.
    pub fn is_answerable(self, user_id: i64) -> bool {
        self.take(user_id, false).is_ok()
    }

    /// By whoever has taken it, or where nobody has.
    pub fn close(self, user_id: i64) -> Result<InboxState> {
        self.take(user_id, false).map(|taken| InboxState { status: CLOSED, ..taken })
    }
}

/// A request id names one conversation: another recipient is not written to by it.
pub fn request_used() -> Error {
    Error::Conflict { code: "not_unique", message: "value not unique".into(), data: json!({ "fields": { "request_id": "value not unique" } }) }
}

fn taken() -> Error {
    Error::Conflict { code: "conversation_taken", message: "can't perform action".into(), data: json!({ "fields": { "taken_by_user": "taken" } }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "6f1f3f9e-2f7a-4d0e-9d8b-0d4f3b1c2a11";

    fn input<'a>(message: &'a str, request_id: &'a str) -> MessageInput<'a> {
        MessageInput { message, request_id, pictures: &[] }
    }

    fn refused(draft: Result<ConversationDraft>) -> Vec<String> {
        match draft {
            Err(Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_conversation_needs_one_recipient_a_subject_a_message_and_a_request_id() {
        let draft = ConversationDraft::parse(" Key ", 0, 2, input(" Hello ", ID)).unwrap();
        assert_eq!((draft.subject.as_str(), draft.recipient), ("Key", ConversationRecipient::Group(2)));
        assert_eq!(refused(ConversationDraft::parse("", 1, 0, input("x", ID))), ["subject"]);
        assert_eq!(refused(ConversationDraft::parse("s", 1, 2, input("x", ID))), ["user"]);
        assert_eq!(refused(ConversationDraft::parse("s", 0, 0, input("x", ID))), ["user"]);
        assert_eq!(refused(ConversationDraft::parse("s", 1, 0, input(" ", ID))), ["message"]);
        assert_eq!(refused(ConversationDraft::parse("s", 1, 0, input("\u{200b}", ID))), ["message"]);
        assert_eq!(refused(ConversationDraft::parse("s", 1, 0, input(&"x".repeat(4_001), ID))), ["message"]);
        assert_eq!(refused(ConversationDraft::parse("s", 1, 0, input("x", "again"))), ["request_id"]);
    }

    #[test]
    fn a_message_has_a_text_or_up_to_4_pictures_each_once() {
        let keys: Vec<String> = (0..5).map(|_| Uuid::new_v4().to_string()).collect();
        let parse = |pictures: &[String]| MessageDraft::parse(MessageInput { message: " ", request_id: ID, pictures });
        assert_eq!(parse(&keys[..4]).unwrap().pictures.len(), 4);
        assert_eq!(parse(&keys[..1]).unwrap().message, "");
        let fields = |pictures: &[String]| match parse(pictures) {
            Err(Error::Invalid(fields)) => fields.into_keys().collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        assert_eq!(fields(&[]), ["message"]);
        for pictures in [&keys[..], &[keys[0].clone(), keys[0].clone()], &["../secret".into()]] {
            assert_eq!(fields(pictures), ["pictures"]);
        }
    }

    #[test]
    fn whoever_of_the_staff_answers_has_taken_it_and_the_others_do_not_answer() {
        let open = InboxState { status: OPEN, taken_by: None };
        let taken = open.after_message(ConversationRole::Staff, 7).unwrap();
        assert_eq!(taken, InboxState { status: TAKEN, taken_by: Some(7) });
        assert_eq!(taken.after_message(ConversationRole::Staff, 7).unwrap(), taken);
        assert_eq!(taken.after_message(ConversationRole::Staff, 8).unwrap_err().to_string(), "can't perform action");
        assert_eq!(taken.take(8, true).unwrap().taken_by, Some(8));
        assert!(matches!(open.after_message(ConversationRole::Supervisor, 9), Err(Error::Forbidden)));
    }

    #[test]
    fn a_message_of_the_person_opens_what_was_closed_again() {
        let closed = InboxState { status: TAKEN, taken_by: Some(7) }.close(7).unwrap();
        assert_eq!(closed.status, CLOSED);
        assert!(InboxState { status: TAKEN, taken_by: Some(7) }.close(8).is_err());
        assert_eq!(closed.after_message(ConversationRole::Participant, 1).unwrap(), InboxState { status: OPEN, taken_by: None });
    }

    #[test]
    fn a_list_has_the_beginning_of_a_message_as_one_line() {
        assert_eq!(excerpt("a\n b\t c"), "a b c");
        assert_eq!(excerpt(&"ж".repeat(200)).chars().count(), 140);
    }
}

/** The operations of the API. Written by scripts/client.mjs; do not edit. */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
import { withFiles } from "./files.js";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "/",
};
const oazapfts = withFiles(Oazapfts.runtime(defaults));
export const servers = {};
export type CheckAccessRequestInput = {
    device_id?: number;
    identifier_id?: number | null;
    /** 1 to 8; 0 means any lock. */
    lock_number?: number;
    /** Now when absent. */
    time?: string | null;
    /** One of user_id and identifier_id. */
    user_id?: number | null;
};
export type Ref = {
    id: number;
    name: string;
};
export type Reason = {
    /** The rule that says so, where a rule does. */
    access_rule: (Ref) | null;
    /** granted_by, prohibited_by, outside_schedule, no_rule_for_this_door, identifier_inactive, revoked, not_yet_valid, expired, passes_used_up, owner_suspended, unlicensed, unsupported_by_device, not_held_by_device. */
    code: string;
    identifier: (Ref) | null;
    /** When the schedule opens next. */
    next_opens: string | null;
    time_rule: (Ref) | null;
};
export type CheckAccessResponse = {
    allowed: boolean;
    has_own_hours: boolean;
    /** Set where the device cannot hold the rules that decide, so that it asks the platform at the door, and keeps shut
    while the platform is away: prohibited_at_times, schedules_differ_by_lock, locks_not_selectable,
    schedule_in_another_zone. An identifier that no device can ask about is refused: not_held_by_device. */
    online_only: string | null;
    reasons: Reason[];
    time: string | null;
    /** The limits of the identifier that was asked about, besides those of rules: from when and until when it opens, and whether only in
    hours of its own, as a recurring guest key. */
    valid_from: string | null;
    valid_to: string | null;
};
export type Error = {
    /** Stable; for programs. */
    code: string;
    /** Messages by the path of a field; names of related entities; errors of rows. */
    data?: {
        fields?: {
            [key: string]: string;
        };
        names?: string[];
        rows?: {
            field: string;
            index: number;
            message: string;
        }[];
    } | null;
    /** A sentence of the catalogue, lower case. */
    message: string;
};
export type AccessCellState = "open" | "online_only" | "open_without_identifier" | "later" | "forbidden" | "none";
export type AccessMatrixDoor = {
    device: (Ref) | null;
    /** 1 to 8. */
    lock_number: number;
};
export type AccessMatrixCell = {
    /** The rules that say so, as far as the caller may view them. */
    access_rules: Ref[];
    /** Position in `doors`, from 0. */
    door: number;
    /** Of later: when it opens. */
    next_opens: string | null;
    /** Words of POST /access-check. */
    online_only: string | null;
    state: (AccessCellState) | null;
};
export type AccessMatrixRow = {
    /** Those that are not empty, in the order of doors. */
    cells: AccessMatrixCell[];
    /** Users of one class are named by the same rules: their cells are equal but for identifiers. Counts within the answer. */
    "class": number;
    is_active: boolean;
    user: (Ref) | null;
};
export type GetAccessMatrixResponse = {
    at: string | null;
    door_page: number;
    door_size: number;
    door_total: number;
    /** By name of the device, then by lock. */
    doors: AccessMatrixDoor[];
    items: AccessMatrixRow[];
    page: number;
    size: number;
    total: number;
};
export type ExportFormat = "xlsx" | "csv";
export type RefInput = {
    id?: number;
    name?: string;
};
export type RuleDeviceInput = {
    id?: number;
    /** 0 all locks, or 1 to 8. */
    lock_number?: number;
    name?: string;
};
export type AccessRuleInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    /** At least one. */
    devices?: RuleDeviceInput[];
    /** Everybody in these groups and in the groups below them. */
    domains?: RefInput[];
    id?: number;
    /** Without codes of guests and of reservations, which are given rules when they are made. */
    identifiers?: RefInput[];
    /** May be handed on to guests. True for a new one that does not say. */
    is_shareable?: boolean;
    /** 1 to 100 characters. */
    name?: string;
    /** Denies in place of granting, and wins over any grant. */
    prohibition?: boolean;
    /** None: at any time. */
    time_rules?: RefInput[];
    updated_at?: string | null;
    /** In answers the first 500 that the caller sees, unless a list is asked for the whole of them; so of identifiers. */
    users?: RefInput[];
};
export type PreviewAccessRuleRequestInput = {
    access_rule?: (AccessRuleInput) | null;
    at?: string | null;
    /** The rule that the draft takes the place of; a new one when unset. */
    id?: number | null;
};
export type AccessMatrixChange = {
    after: (AccessCellState) | null;
    before: (AccessCellState) | null;
    device: (Ref) | null;
    lock_number: number;
    user: (Ref) | null;
};
export type PreviewAccessRuleResponse = {
    gained: number;
    /** At most 10,000. */
    items: AccessMatrixChange[];
    lost: number;
    /** How many there are. */
    total: number;
};
export type RuleDevice = {
    id: number;
    /** 0 all locks, or 1 to 8. */
    lock_number: number;
    name: string;
};
export type AccessRule = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    /** At least one. */
    devices: RuleDevice[];
    /** Everybody in these groups and in the groups below them. */
    domains: Ref[];
    id: number;
    /** Without codes of guests and of reservations, which are given rules when they are made. */
    identifiers: Ref[];
    /** May be handed on to guests. True for a new one that does not say. */
    is_shareable: boolean;
    /** 1 to 100 characters. */
    name: string;
    /** Denies in place of granting, and wins over any grant. */
    prohibition: boolean;
    /** None: at any time. */
    time_rules: Ref[];
    updated_at: string | null;
    /** In answers the first 500 that the caller sees, unless a list is asked for the whole of them; so of identifiers. */
    users: Ref[];
};
export type ListAccessRulesResponse = {
    items: AccessRule[];
    page: number;
    size: number;
    total: number;
};
export type DeleteAllRequestInput = {
    /** Up to 500 ids. */
    items?: number[];
};
export type ItemResult = {
    done: boolean;
    id: number;
    /** Why not, in the catalogue's words; empty when done. */
    message: string;
};
export type DeleteAllResponse = {
    items: ItemResult[];
};
export type DeleteResponse = {
    id: number;
};
export type PersonLimits = {
    /** Places at one time, which reservations share. */
    max: number;
    /** Of the smallest reservation. */
    min: number;
};
export type TimeSlotItem = {
    /** mon, tue, wed, thu, fri, sat, sun. */
    days: string[];
    /** Seconds of the day, 0 to 86400. The length is a multiple of the duration. */
    "from": number;
    to: number;
};
export type TimeSlots = {
    /** Seconds of a slot. */
    duration: number;
    /** At least one; those of a day do not overlap. */
    items: TimeSlotItem[];
};
export type Amenity = {
    /** At least one: what a reservation opens. Their devices read QR codes. */
    access_rules: Ref[];
    address: string | null;
    /** Minutes before the start until which users cancel by themselves. */
    cancel_before: number;
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    /** At least one: for people of these groups and of the groups below them. */
    domains: Ref[];
    /** The zone that holds: its own, or the project's. */
    effective_time_zone: string;
    /** Days ahead that may be reserved. */
    horizon_days: number;
    id: number;
    /** Path of the picture. */
    image_url: string | null;
    /** A reservation takes all places of its slots. */
    is_exclusive: boolean;
    /** Minutes before the start from which the doors open. */
    lead: number;
    /** Reservations that a user may have at a time. */
    live_per_user: number;
    name: string;
    number_of_persons: (PersonLimits) | null;
    /** Path of a PDF. */
    terms_of_use_url: string | null;
    /** Grows with every new file; 0 before the first. */
    terms_version: number;
    time_slots: (TimeSlots) | null;
    /** Name of a zone; empty for the project's. */
    time_zone: string;
    updated_at: string | null;
};
export type ListAmenitiesResponse = {
    items: Amenity[];
    page: number;
    size: number;
    total: number;
};
export type PersonLimitsInput = {
    /** Places at one time, which reservations share. */
    max?: number;
    /** Of the smallest reservation. */
    min?: number;
};
export type TimeSlotItemInput = {
    /** mon, tue, wed, thu, fri, sat, sun. */
    days?: string[];
    /** Seconds of the day, 0 to 86400. The length is a multiple of the duration. */
    "from"?: number;
    to?: number;
};
export type TimeSlotsInput = {
    /** Seconds of a slot. */
    duration?: number;
    /** At least one; those of a day do not overlap. */
    items?: TimeSlotItemInput[];
};
export type AmenityInput = {
    /** At least one: what a reservation opens. Their devices read QR codes. */
    access_rules?: RefInput[];
    address?: string | null;
    /** Minutes before the start until which users cancel by themselves. */
    cancel_before?: number;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    /** At least one: for people of these groups and of the groups below them. */
    domains?: RefInput[];
    /** The zone that holds: its own, or the project's. */
    effective_time_zone?: string;
    /** Days ahead that may be reserved. */
    horizon_days?: number;
    id?: number;
    /** Path of the picture. */
    image_url?: string | null;
    /** A reservation takes all places of its slots. */
    is_exclusive?: boolean;
    /** Minutes before the start from which the doors open. */
    lead?: number;
    /** Reservations that a user may have at a time. */
    live_per_user?: number;
    name?: string;
    number_of_persons?: (PersonLimitsInput) | null;
    /** Path of a PDF. */
    terms_of_use_url?: string | null;
    /** Grows with every new file; 0 before the first. */
    terms_version?: number;
    time_slots?: (TimeSlotsInput) | null;
    /** Name of a zone; empty for the project's. */
    time_zone?: string;
    updated_at?: string | null;
};
export type AmenityImage = {
    image_url: string;
};
export type AmenitySlotStatus = "free" | "partly" | "full" | "past" | "mine";
export type AmenitySlot = {
    capacity: number;
    /** 2026-11-23, in the amenity's zone. */
    date: string;
    end: string | null;
    /** Seconds of the day: by `from` a reservation names the slot. */
    "from": number;
    left: number;
    start: string | null;
    status: (AmenitySlotStatus) | null;
    taken: number;
    to: number;
};
export type AmenityState = {
    slots: AmenitySlot[];
    time_zone: string;
};
export type AmenityTermsOfUse = {
    terms_of_use_url: string;
    terms_version: number;
};
export type AmenityReservationStatus = "reserved" | "active" | "inactive" | "canceled" | "expired";
export type ReservedSlot = {
    /** Seconds of the day: the beginning of a slot. */
    "from": number;
    /** Its end; 0 in a request for whatever it is. */
    to: number;
};
export type AmenityReservation = {
    /** Required to be true where the amenity has terms of use. */
    accept_terms: boolean;
    /** The amenity's terms_version as it was when the terms were read: an older one is refused. 0 for the current one. */
    accepted_terms_version: number;
    /** Set once. */
    amenity: (Ref) | null;
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** 2026-11-23, in the amenity's zone. */
    date: string;
    end: string | null;
    end_local: string;
    id: number;
    /** The QR code that opens the doors; unset until access has made it. */
    identifier: (Ref) | null;
    is_cancelable: boolean;
    is_editable: boolean;
    /** The amenity's slots have changed, and this reservation has stayed. */
    is_outside_slots: boolean;
    number_of_persons: number;
    start: string | null;
    /** Start and end by the clock of user_offset, or of the amenity: 2026-11-23T18:00:00+01:00. */
    start_local: string;
    status: (AmenityReservationStatus) | null;
    /** Of the terms of use that were accepted; 0 for none. */
    terms_version: number;
    /** Slots of the date, one after the other. */
    time_slots: ReservedSlot[];
    updated_at: string | null;
    /** Set once; the caller, when a creation does not say. */
    user: (Ref) | null;
};
export type ListAmenityReservationsResponse = {
    items: AmenityReservation[];
    page: number;
    size: number;
    total: number;
};
export type ReservedSlotInput = {
    /** Seconds of the day: the beginning of a slot. */
    "from"?: number;
    /** Its end; 0 in a request for whatever it is. */
    to?: number;
};
export type AmenityReservationInput = {
    /** Required to be true where the amenity has terms of use. */
    accept_terms?: boolean;
    /** The amenity's terms_version as it was when the terms were read: an older one is refused. 0 for the current one. */
    accepted_terms_version?: number;
    /** Set once. */
    amenity?: (RefInput) | null;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    /** 2026-11-23, in the amenity's zone. */
    date?: string;
    end?: string | null;
    end_local?: string;
    id?: number;
    /** The QR code that opens the doors; unset until access has made it. */
    identifier?: (RefInput) | null;
    is_cancelable?: boolean;
    is_editable?: boolean;
    /** The amenity's slots have changed, and this reservation has stayed. */
    is_outside_slots?: boolean;
    number_of_persons?: number;
    start?: string | null;
    /** Start and end by the clock of user_offset, or of the amenity: 2026-11-23T18:00:00+01:00. */
    start_local?: string;
    status?: (AmenityReservationStatus) | null;
    /** Of the terms of use that were accepted; 0 for none. */
    terms_version?: number;
    /** Slots of the date, one after the other. */
    time_slots?: ReservedSlotInput[];
    updated_at?: string | null;
    /** Set once; the caller, when a creation does not say. */
    user?: (RefInput) | null;
};
export type AmenityReservationLog = {
    at: string | null;
    /** created, changed, moved, started, ended, canceled, key_used. */
    event: string;
    status: (AmenityReservationStatus) | null;
    /** Unset for what the platform did. */
    user: (Ref) | null;
};
export type ListAmenityReservationLogsResponse = {
    /** The newest 500. */
    items: AmenityReservationLog[];
};
export type SendVia = "email" | "app" | "both";
export type AnnounceStatus = "new" | "scheduled" | "sending" | "active" | "stopped" | "completed";
export type AnnounceTurnout = {
    answered: number;
    failed: number;
    /** Mails that wait to be sent. */
    queued: number;
    /** Those who answered are among those who read it. */
    read: number;
    recipients: number;
    /** Of a way by e-mail: those who have none, and got it in the app. */
    without_email: number;
};
export type AnnounceType = "info" | "poll";
export type PollQuestion = {
    /** Up to 20, each 1 to 200 characters, all different. */
    answers: string[];
    /** 1 to 300 characters. */
    text: string;
};
export type PollInfo = {
    /** Several answers to a question. */
    poll_multi_answers_allowed: boolean;
    /** An answer in one's own words, up to 300 characters. */
    poll_user_answer_allowed: boolean;
    /** 1 to 20 of a poll; none of an info. */
    questions: PollQuestion[];
};
export type Announce = {
    /** HTML, up to 50,000 characters; what is not safe is taken out. */
    body: string;
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    /** With all groups below. */
    domains: Ref[];
    /** When it ends; unset for 30 days after it was sent. At most 366 days ahead. */
    ends_at: string | null;
    /** When a start sends it; unset for at once. */
    execute_at: string | null;
    finished_at: string | null;
    id: number;
    /** Who answered what is told to nobody, only the counts. */
    is_anonymous: boolean;
    /** Whether the caller may see its recipients and results. */
    is_managed: boolean;
    /** For those who manage announces; recipients do not see it. */
    name: string;
    send_via: (SendVia) | null;
    started_at: string | null;
    status: (AnnounceStatus) | null;
    subject: string;
    /** Of the caller's own page; empty for who is no recipient. */
    token: string;
    turnout: (AnnounceTurnout) | null;
    "type": (AnnounceType) | null;
    type_info: (PollInfo) | null;
    updated_at: string | null;
    /** Recipients read the name of whom started it; otherwise that of the project or of its white label. */
    use_owner_info: boolean;
    users: Ref[];
};
export type ListAnnouncesResponse = {
    items: Announce[];
    page: number;
    size: number;
    total: number;
};
export type AnnounceTurnoutInput = {
    answered?: number;
    failed?: number;
    /** Mails that wait to be sent. */
    queued?: number;
    /** Those who answered are among those who read it. */
    read?: number;
    recipients?: number;
    /** Of a way by e-mail: those who have none, and got it in the app. */
    without_email?: number;
};
export type PollQuestionInput = {
    /** Up to 20, each 1 to 200 characters, all different. */
    answers?: string[];
    /** 1 to 300 characters. */
    text?: string;
};
export type PollInfoInput = {
    /** Several answers to a question. */
    poll_multi_answers_allowed?: boolean;
    /** An answer in one's own words, up to 300 characters. */
    poll_user_answer_allowed?: boolean;
    /** 1 to 20 of a poll; none of an info. */
    questions?: PollQuestionInput[];
};
export type AnnounceInput = {
    /** HTML, up to 50,000 characters; what is not safe is taken out. */
    body?: string;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    /** With all groups below. */
    domains?: RefInput[];
    /** When it ends; unset for 30 days after it was sent. At most 366 days ahead. */
    ends_at?: string | null;
    /** When a start sends it; unset for at once. */
    execute_at?: string | null;
    finished_at?: string | null;
    id?: number;
    /** Who answered what is told to nobody, only the counts. */
    is_anonymous?: boolean;
    /** Whether the caller may see its recipients and results. */
    is_managed?: boolean;
    /** For those who manage announces; recipients do not see it. */
    name?: string;
    send_via?: (SendVia) | null;
    started_at?: string | null;
    status?: (AnnounceStatus) | null;
    subject?: string;
    /** Of the caller's own page; empty for who is no recipient. */
    token?: string;
    turnout?: (AnnounceTurnoutInput) | null;
    "type"?: (AnnounceType) | null;
    type_info?: (PollInfoInput) | null;
    updated_at?: string | null;
    /** Recipients read the name of whom started it; otherwise that of the project or of its white label. */
    use_owner_info?: boolean;
    users?: RefInput[];
};
export type PollAnswer = {
    /** Places of the answers, from 0. */
    answers: number[];
    own_answer: string;
    /** From 0. */
    question: number;
};
export type AnnounceByToken = {
    answered_at: string | null;
    answers: PollAnswer[];
    body: string;
    ends_at: string | null;
    is_anonymous: boolean;
    /** Whether it may be answered now. */
    is_open: boolean;
    /** en or ru: the recipient's. */
    locale: string;
    sender: string;
    sent_at: string | null;
    subject: string;
    "type": (AnnounceType) | null;
    type_info: (PollInfo) | null;
};
export type PollAnswerInput = {
    /** Places of the answers, from 0. */
    answers?: number[];
    own_answer?: string;
    /** From 0. */
    question?: number;
};
export type AnnouncePreview = {
    /** The body as the app and the page show it. */
    body: string;
    by_email: number;
    in_app: number;
    mail_html: string;
    /** The mail as the first recipient in the caller's language would get it. */
    mail_subject: string;
    recipients: number;
    sender: string;
    without_email: number;
};
export type PollAnswerText = {
    answers: string[];
    /** In the person's own words; empty for none. */
    own_answer: string;
    question: string;
};
export type AnnounceResponse = {
    announce: (Ref) | null;
    answered_at: string | null;
    answers: PollAnswerText[];
    id: number;
    user: (Ref) | null;
};
export type ListAnnounceResponsesResponse = {
    items: AnnounceResponse[];
    page: number;
    size: number;
    total: number;
};
export type AnnounceRecipientState = "queued" | "sent" | "failed" | "read" | "answered";
export type AnnounceRecipient = {
    answered_at: string | null;
    has_email: boolean;
    id: number;
    /** Of an anonymous poll nothing. */
    read_at: string | null;
    reminded_at: string | null;
    /** Of an anonymous poll always sent while it lasts, and at most read then. */
    state: (AnnounceRecipientState) | null;
    user: (Ref) | null;
};
export type ListAnnounceRecipientsResponse = {
    items: AnnounceRecipient[];
    page: number;
    size: number;
    total: number;
};
export type RemindAnnounceResponse = {
    reminded: number;
};
export type AnswerCount = {
    count: number;
    text: string;
};
export type QuestionResult = {
    /** Recipients who answered it. */
    answered: number;
    answers: AnswerCount[];
    /** Of an anonymous poll, while fewer have answered it than results need: then nothing else is here. */
    is_hidden: boolean;
    own_answer_count: number;
    /** Answers in people's own words: the first 100, in the order of the alphabet. */
    own_answers: string[];
    text: string;
};
export type AnnounceResults = {
    /** From so many answers on a question of an anonymous poll has results; 0 of other polls. */
    min_answers: number;
    questions: QuestionResult[];
    turnout: (AnnounceTurnout) | null;
};
export type AuditEvent = {
    /** create, edit, delete, revoke, login, ... */
    action: string;
    after: {
        [key: string]: any;
    } | null;
    at: string | null;
    /** Only fields that changed; secrets left out. */
    before: {
        [key: string]: any;
    } | null;
    /** The event's place in the project's chain, from 1. */
    id: number;
    ip: string;
    /** The request's id, as answered in x-request-id. */
    request_id: string;
    /** As the path has it: users, time-rules. */
    resource: string;
    resource_id: number;
    resource_name: string;
    /** The token for programs by which the user did it, as it was called then; empty for a sign-in. */
    token_name: string;
    /** Null where the platform did it itself. The name is as it was then. */
    user: (Ref) | null;
};
export type ListAuditEventsResponse = {
    items: AuditEvent[];
    page: number;
    size: number;
    total: number;
};
export type BackupMode = "merge" | "replace";
export type BackupRefusal = {
    entity: string;
    /** In the catalogue's words. */
    message: string;
    name: string;
};
export type BackupApplyStatus = "applying" | "applied" | "failed" | "undone";
export type BackupApply = {
    by_user: (Ref) | null;
    done: number;
    ended_at: string | null;
    message: string | null;
    mode: (BackupMode) | null;
    /** What was refused: up to 500. */
    refusals: BackupRefusal[];
    refusals_count: number;
    started_at: string | null;
    status: (BackupApplyStatus) | null;
    total: number;
    /** Of the backup that undoes it. */
    undo_backup_id: number | null;
};
export type BackupView = "all" | "part" | "none";
export type BackupEntity = {
    count: number;
    /** As the path has it: users, domains, time-rules; settings. */
    name: string;
    /** What of the project whoever made it could view. What they could not is neither deleted nor changed by applying it. */
    view: (BackupView) | null;
};
export type BackupOrigin = "made" | "before_apply" | "file" | "site";
export type BackupStatus = "making" | "ready" | "failed";
export type Backup = {
    /** How it was applied last. */
    apply: (BackupApply) | null;
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** Of the work that is going on; 0 while that is not known. */
    done: number;
    /** References that lead nowhere, and were dropped: up to 100. */
    dropped: string[];
    entities: BackupEntity[];
    /** When it is deleted by itself. */
    expires_at: string | null;
    id: number;
    /** Whether every reference of its rows leads to a row, or to one of the project, and whoever made it views all of its entities. */
    is_complete: boolean;
    /** Whether it was made by this project of this installation. */
    is_own: boolean;
    /** Why it failed. */
    message: string | null;
    /** 1 to 31 characters. */
    name: string;
    origin: (BackupOrigin) | null;
    /** Over how many seconds the project was read: what was changed meanwhile may be in it by parts. */
    read_seconds: number;
    /** In bytes. */
    size: number;
    status: (BackupStatus) | null;
    total: number;
};
export type ListBackupsResponse = {
    /** Entities that a backup may have, in the order in which they are applied. */
    entities: string[];
    items: Backup[];
    page: number;
    size: number;
    total: number;
};
export type CreateBackupRequestInput = {
    /** Without any: all. */
    entities?: string[];
    name?: string;
};
export type BackupPlanCount = {
    change: number;
    conflict: number;
    create: number;
    "delete": number;
    entity: string;
    /** Rows that the backup does not have and that nevertheless stay: whoever made it could not see all of them. */
    kept: number;
    same: number;
};
export type BackupPlanDoors = {
    devices: number;
    rules: number;
    /** By themselves; those of a group are not counted. */
    users: number;
};
export type BackupAction = "create" | "change" | "delete" | "conflict";
export type BackupPlanField = {
    after: string | null;
    /** As JSON, up to 200 characters; absent of what is created. */
    before: string | null;
    name: string;
};
export type BackupPlanItem = {
    action: (BackupAction) | null;
    entity: string;
    fields: BackupPlanField[];
    /** Absent of what is created. */
    id: number | null;
    /** Fields that keep what whoever made the backup could not see. */
    kept: string[];
    /** Why not, of a conflict. */
    message: string | null;
    name: string;
    /** Fields that do not travel and have to be entered anew. */
    secrets: string[];
};
export type BackupPlan = {
    counts: BackupPlanCount[];
    /** Unset where no access rule changes. */
    doors: (BackupPlanDoors) | null;
    /** What would not stay as it is, in the order in which it is done: up to 2,000. */
    items: BackupPlanItem[];
    items_count: number;
    mode: (BackupMode) | null;
    plan_hash: string;
    /** Whether the items are not all. */
    truncated: boolean;
};
export type ApplyBackupResponse = {
    /** What is applied, and its state. */
    backup: (Backup) | null;
    plan: (BackupPlan) | null;
};
export type RestartBrokerRequestInput = {};
export type BrokerState = "running" | "restarting" | "stopped";
export type BrokerStatus = {
    /** Devices of the project that speak MQTT, and those of them that are online. */
    devices: number;
    /** Whether somebody restarts it when asked to. */
    is_restartable: boolean;
    online_devices: number;
    state: (BrokerState) | null;
    /** Where devices reach it, as mqtts://example.org:8883; unset when they are not told. */
    url: string | null;
};
export type CallParty = {
    device: (Ref) | null;
    domain: (Ref) | null;
    /** The number's name at the time of the call. */
    name: string;
    "number": string;
    user: (Ref) | null;
};
export type CallStatus = "answered" | "noanswer" | "busy" | "cancel" | "failed";
export type CallType = "normal" | "awaiting";
export type HistoryCall = {
    /** Who answered, when it was not `to`. */
    answered_by: (CallParty) | null;
    created_at: string | null;
    /** Seconds from the answer to the end; 0 when nobody answered. */
    duration: number;
    "from": (CallParty) | null;
    id: number;
    is_sos: boolean;
    status: (CallStatus) | null;
    to: (CallParty) | null;
    "type": (CallType) | null;
};
export type ListCallHistoryResponse = {
    items: HistoryCall[];
    page: number;
    size: number;
    total: number;
};
export type IceServer = {
    credential: string | null;
    /** stun:host:port or turn:host:port. */
    urls: string[];
    username: string | null;
};
export type CallCredentials = {
    expires_at: string | null;
    /** Host and port of the edge's websocket; 8443 unless the installation says otherwise. */
    host: string;
    ice_servers: IceServer[];
    /** The user part of the SIP URI; null when the caller has no active number. */
    "number": string | null;
    password: string;
    port: number;
    /** The domain of the SIP URI. */
    realm: string;
    /** wss, or ws where the console itself is served without TLS on this machine. */
    transport: string;
    /** Authorises REGISTER and INVITE of this number until expires_at, as "EXPIRY:NUMBER@REALM"; never the number's own
    password. */
    user_name: string;
};
export type InterceptionGroup = {
    /** With the groups above it. */
    full_name: string;
    id: number;
    is_selected: boolean;
    name: string;
};
export type Interception = {
    /** Those chosen by the caller, now or before. */
    groups: InterceptionGroup[];
    is_active: boolean;
    /** Those that the caller belongs to. */
    user_groups: InterceptionGroup[];
};
export type SetInterceptionRequestInput = {
    /** At least one when it is active; at most 500, in the caller's own groups or below. */
    domains?: number[];
    is_active?: boolean;
};
export type ConciergeNumber = {
    "number": string;
};
export type ConciergeDevice = {
    name: string;
    sip_number: (ConciergeNumber) | null;
    /** Names the device for this caller and this day only. */
    token: string;
};
export type ListConciergeDevicesResponse = {
    /** By name; at most 500. */
    items: ConciergeDevice[];
};
export type OpenConciergeDeviceResponse = {
    /** The device said that it opened. */
    opened: boolean;
};
export type ManagedCallInfo = {
    address: string;
    device: (Ref) | null;
    user: (Ref) | null;
};
export type ManagedCallStatus = "new" | "calling" | "answered" | "waiting" | "answered_waiting" | "destroyed";
export type ManagedCall = {
    /** The number that has it; null while nobody has. */
    answered_by: string | null;
    callee: string;
    /** Numbers. */
    caller: string;
    /** Seconds since 1970. */
    created_at: number;
    id: string;
    info: (ManagedCallInfo) | null;
    is_sos: boolean;
    status: (ManagedCallStatus) | null;
    "type": (CallType) | null;
};
export type ListManagedCallsResponse = {
    /** The oldest first; at most 500. */
    items: ManagedCall[];
};
export type ConversationPicture = {
    height: number;
    /** Path of the picture, signed for the caller's session; only in messages. */
    image_url: string | null;
    /** What UploadConversationPicture gave. */
    key: string;
    /** As image_url, of at most 640 x 640 pixels. */
    thumbnail_url: string | null;
    /** Pixels. */
    width: number;
};
export type ConversationStatus = "open" | "taken" | "closed";
export type Conversation = {
    created_at: string | null;
    /** The group of a shared inbox. */
    domain: (Ref) | null;
    id: number;
    /** Whom it is with, seen from the caller: a person, or the group whose staff answers. */
    interlocutor: (Ref) | null;
    /** Whoever would read a message of the caller was deleted: nothing more is written here. */
    is_reader_deleted: boolean;
    /** Whether the caller is one of the staff. */
    is_staff: boolean;
    /** Whether the caller may write a message now. */
    is_writable: boolean;
    last_message_at: string | null;
    /** Pictures of the last message. */
    last_message_pictures: number;
    last_message_user: (Ref) | null;
    /** On input the first message, up to 4,000 characters, empty only with pictures; then the beginning of the last one. */
    message: string;
    /** Who is written to in a conversation of two. */
    peer: (Ref) | null;
    /** On input those of the first message, up to 4. */
    pictures: ConversationPicture[];
    /** A UUID on input: the same one makes one conversation. */
    request_id: string;
    status: (ConversationStatus) | null;
    /** 1 to 200 characters. */
    subject: string;
    taken_by_user: (Ref) | null;
    /** Up to 100. */
    unread: number;
    /** On input the person who is written to, or the group whose staff is; one of both. Then, who began it. */
    user: (Ref) | null;
};
export type ListConversationsResponse = {
    items: Conversation[];
    page: number;
    size: number;
    total: number;
};
export type ConversationPictureInput = {
    height?: number;
    /** Path of the picture, signed for the caller's session; only in messages. */
    image_url?: string | null;
    /** What UploadConversationPicture gave. */
    key?: string;
    /** As image_url, of at most 640 x 640 pixels. */
    thumbnail_url?: string | null;
    /** Pixels. */
    width?: number;
};
export type ConversationInput = {
    created_at?: string | null;
    /** The group of a shared inbox. */
    domain?: (RefInput) | null;
    id?: number;
    /** Whom it is with, seen from the caller: a person, or the group whose staff answers. */
    interlocutor?: (RefInput) | null;
    /** Whoever would read a message of the caller was deleted: nothing more is written here. */
    is_reader_deleted?: boolean;
    /** Whether the caller is one of the staff. */
    is_staff?: boolean;
    /** Whether the caller may write a message now. */
    is_writable?: boolean;
    last_message_at?: string | null;
    /** Pictures of the last message. */
    last_message_pictures?: number;
    last_message_user?: (RefInput) | null;
    /** On input the first message, up to 4,000 characters, empty only with pictures; then the beginning of the last one. */
    message?: string;
    /** Who is written to in a conversation of two. */
    peer?: (RefInput) | null;
    /** On input those of the first message, up to 4. */
    pictures?: ConversationPictureInput[];
    /** A UUID on input: the same one makes one conversation. */
    request_id?: string;
    status?: (ConversationStatus) | null;
    /** 1 to 200 characters. */
    subject?: string;
    taken_by_user?: (RefInput) | null;
    /** Up to 100. */
    unread?: number;
    /** On input the person who is written to, or the group whose staff is; one of both. Then, who began it. */
    user?: (RefInput) | null;
};
export type ListConversationRecipientsResponse = {
    /** The first 50 groups with staff. */
    domains: Ref[];
    /** The first 50 people. */
    users: Ref[];
};
export type ConversationMessage = {
    created_at: string | null;
    id: number;
    is_own: boolean;
    /** Whether everybody it was for has read it; of a shared inbox, one of the staff. */
    is_read: boolean;
    /** Up to 4,000 characters, plain text; empty only with pictures. */
    message: string;
    /** Up to 4. On input those that the caller has uploaded. */
    pictures: ConversationPicture[];
    /** A UUID that the sender chose. */
    request_id: string;
    user: (Ref) | null;
};
export type ListConversationMessagesResponse = {
    has_more: boolean;
    /** At most 50. */
    items: ConversationMessage[];
};
export type ConversationMessageInput = {
    created_at?: string | null;
    id?: number;
    is_own?: boolean;
    /** Whether everybody it was for has read it; of a shared inbox, one of the staff. */
    is_read?: boolean;
    /** Up to 4,000 characters, plain text; empty only with pictures. */
    message?: string;
    /** Up to 4. On input those that the caller has uploaded. */
    pictures?: ConversationPictureInput[];
    /** A UUID that the sender chose. */
    request_id?: string;
    user?: (RefInput) | null;
};
export type DeliveryState = "confirmed" | "waiting" | "refused";
export type DeviceStatus = "online" | "offline";
export type Delivery = {
    /** Of the confirmation, of the refusal, or since when it waits. */
    at: string | null;
    device: (Ref) | null;
    /** Why it is refused, as in SyncError. */
    error: string | null;
    /** Whether the device should hold it. */
    is_wanted: boolean;
    state: (DeliveryState) | null;
    status: (DeviceStatus) | null;
    status_changed_at: string | null;
};
export type ListDeliveriesResponse = {
    items: Delivery[];
};
export type AlarmSeverity = "low" | "medium" | "high";
export type AlarmState = "enabled" | "disabled" | "processed";
export type DeviceAlarm = {
    /** When the door or lock was closed, by the device's clock; absent while the alarm is enabled. */
    cleared_at: string | null;
    /** tamper_event, door_was_not_closed_too_long, lock_is_opened_too_long, or the word of a newer firmware. */
    code: string;
    /** Of who processed it. */
    comment: string | null;
    /** How often the device has raised it. */
    count: number;
    /** When the platform made it. */
    created_at: string | null;
    device: (Ref) | null;
    domain: (Ref) | null;
    /** When the next people are notified, unless somebody takes the alarm before; absent where nobody is. */
    escalates_at: string | null;
    /** The first and the last time, by the device's clock. */
    first_at: string | null;
    id: number;
    /** What the camera saw when it was raised last: a link for the caller's session, good for ten minutes at least. */
    image_url: string | null;
    last_at: string | null;
    /** Where the device is, for a map. */
    location_latitude: number | null;
    location_longitude: number | null;
    /** From 1; absent where the device names none. */
    lock_number: number | null;
    processed_at: string | null;
    processed_by_user: (Ref) | null;
    severity: (AlarmSeverity) | null;
    state: (AlarmState) | null;
    taken_at: string | null;
    /** Who is on it. */
    taken_by_user: (Ref) | null;
};
export type ListDeviceAlarmsResponse = {
    items: DeviceAlarm[];
    page: number;
    size: number;
    total: number;
};
export type EscalationMeans = "notification" | "mail" | "call";
export type AlarmChange = "enabled" | "disabled" | "reopened" | "taken" | "released" | "processed" | "escalated";
export type DeviceAlarmLog = {
    by: (EscalationMeans) | null;
    change: (AlarmChange) | null;
    comment: string | null;
    /** By the platform's clock. */
    created_at: string | null;
    /** By the device's clock; absent for what a person did. */
    device_at: string | null;
    id: number;
    recipients: Ref[];
    /** Of an escalation: its step from 1, by what, and whom it names. */
    step: number | null;
    /** Who did it; absent for what the device did. */
    user: (Ref) | null;
};
export type ListDeviceAlarmLogsResponse = {
    items: DeviceAlarmLog[];
    page: number;
    size: number;
    total: number;
};
export type DeviceType = "panel" | "monitor" | "accesscontroller" | "liftcontroller" | "ip_camera" | "barrier";
export type DeviceModel = {
    /** Call buttons that can be given a number, 0 to 4. */
    buttons: number;
    has_camera: boolean;
    has_keypad: boolean;
    has_lift: boolean;
    has_sip: boolean;
    holds_schedules: boolean;
    identifier_types: string[];
    locks: number;
    max_faces: number;
    max_identifiers: number;
    /** Locks with an extension module. */
    max_locks: number;
    model: string;
    /** Where the record comes from: estimate, where the vendor's pages give the model and its kind, and the numbers of locks, buttons,
    identifiers and faces are this project's own; platform, for what the platform itself uses of another vendor's device. */
    source: string;
    "type": (DeviceType) | null;
};
export type ListDeviceModelsResponse = {
    items: DeviceModel[];
};
export type TaskStatus = "new" | "queued" | "started" | "waiting" | "completed" | "error" | "stopped";
export type DeviceTask = {
    attempts: number;
    created_at: string | null;
    device: (Ref) | null;
    /** The device's or the platform's word for what went wrong. */
    error: string | null;
    finished_at: string | null;
    id: number;
    /** How many items it carries. */
    items_count: number;
    /** identifiers_save, identifiers_delete, schedules_save, schedules_delete, clear, sip_settings, sip_calls, address,
    additional, face_recognition, relays, floor_map, alpr_camera, management_server, network. */
    kind: string;
    next_attempt_at: string | null;
    started_at: string | null;
    status: (TaskStatus) | null;
    updated_at: string | null;
    /** Version of the desired list it leads to; 0 where it has none. */
    version: number;
};
export type ListDeviceTasksResponse = {
    items: DeviceTask[];
    page: number;
    size: number;
    total: number;
};
export type Protocol = "http" | "mqtt" | "none";
export type DeviceInfo = {
    actual_version: number;
    /** Seconds by which the device's clock is ahead of the platform's, negative for behind; by the newest event that was sent at once. */
    clock_skew_seconds: number | null;
    /** Why the platform cannot reach the device; unset when it can, or has not tried. */
    contact_error: string | null;
    /** Identifiers that the device should hold. */
    desired_identifiers_count: number;
    /** Desired and acknowledged versions of its list; equal when it is in step. */
    desired_version: number;
    firmware: string | null;
    identifiers_count: number;
    /** When the newest event happened, by the device's clock. */
    last_event_at: string | null;
    /** The protocol that the device is changing to; unset when it does not. */
    pending_protocol: (Protocol) | null;
    /** Why the last change of its protocol failed. */
    protocol_error: string | null;
    status: (DeviceStatus) | null;
    status_changed_at: string | null;
    sync_errors_count: number;
    tasks_failed: number;
    tasks_waiting: number;
};
export type AdditionalSettings = {
    /** A plate that a camera beside it has read counts as shown at this door. */
    alpr_camera_interaction: boolean;
    /** Always four; a model takes as many as it has buttons. Empty: the button calls nobody. */
    button_numbers: string[];
    /** Whether a command opens a lock. True where it is not said when a device is made. */
    remote_lock_opening: boolean;
};
export type AddressSettings = {
    /** 01 to 99. */
    apartment: string | null;
    /** 0001 to 9999. */
    building: string | null;
    device: string | null;
    /** 00 to 98. */
    floor: string | null;
    manual: boolean;
    /** unit, wall, ... */
    mode: string | null;
    no_unit: boolean;
    reregister: boolean;
    /** Seconds, default 600. */
    reregister_interval: number | null;
    sync: boolean;
    /** 00 to 99. */
    unit: string | null;
};
export type AlprCameraSettings = {
    /** True where it is not said when a device is made. */
    allow_remote_opening_lock: boolean;
    "using": boolean;
};
export type FaceRecognitionSettings = {
    autostart: boolean;
    enabled: boolean;
    /** 2D or 3D, the default. */
    mode: string | null;
    /** low, medium or high, the default. */
    similarity: string | null;
};
export type IntegrationAxxonSettings = {
    camera_guid: string | null;
    camera_name: string | null;
    direction: number | null;
    macro_guid: string | null;
    macro_name: string | null;
};
export type Floor = {
    apartments: string[];
    /** 1 to 98. */
    floor: number;
    is_panel_floor: boolean;
    is_public: boolean;
    name: string;
    ports: number[];
};
export type LiftReleaseTime = {
    api: number | null;
    card: number | null;
};
export type LiftSettings = {
    /** call-down, call-up-down, call-any, access-control-manual or call-up, the default. */
    device_mode: string | null;
    invert_all_relays: boolean;
    lift_release_time: (LiftReleaseTime) | null;
    relay_mode: string | null;
    /** Seconds, default 10. */
    relay_open_time: number | null;
};
export type LiftControllerSettings = {
    enabled: boolean;
    floor_map: Floor[];
    settings: (LiftSettings) | null;
};
export type MqttSettings = {
    /** Masked; 8 to 32 characters. Made when absent. */
    password: string | null;
};
export type NetworkSettings = {
    dns: string | null;
    gateway: string | null;
    ip: string | null;
    is_dhcp: boolean;
    subnet: string | null;
};
export type DeviceSipSettings = {
    enabled: boolean;
    login: string | null;
    manual: boolean;
    /** Masked; 6 to 31 characters. */
    password: string | null;
    proxy_address: string | null;
    realm_address: string | null;
    /** Payload type of the picture, 0 to 127; 0, the default, is the device's own. */
    rtp_profile: number | null;
    stun_address: string | null;
    stun_port: number | null;
    /** Seconds, default 120. */
    talk_timeout: number | null;
    /** UDP, the default, TCP or TLS. */
    transport: string | null;
    /** Calls by logical address instead of number. */
    use_address: boolean;
};
export type DeviceSettings = {
    additional: (AdditionalSettings) | null;
    address: (AddressSettings) | null;
    alpr_camera: (AlprCameraSettings) | null;
    face_recognition: (FaceRecognitionSettings) | null;
    integration_axxon: (IntegrationAxxonSettings) | null;
    lift_controller: (LiftControllerSettings) | null;
    mqtt: (MqttSettings) | null;
    network: (NetworkSettings) | null;
    sip: (DeviceSipSettings) | null;
};
export type DeviceManagement = {
    heartbeat: boolean;
    /** What the device holds is left alone until it is adopted (DeviceAdoptions) or this is false again: identifiers and schedules are
    neither sent nor deleted. For a panel that another system ran. */
    keep_list: boolean;
    realtime_logging: boolean;
};
export type Device = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    device_info: (DeviceInfo) | null;
    device_login: string | null;
    /** Masked. */
    device_password: string | null;
    device_settings: (DeviceSettings) | null;
    domain: (Ref) | null;
    get_logs: boolean;
    id: number;
    ip_address: string | null;
    /** -90 to 90. */
    location_latitude: number | null;
    /** -180 to 180. */
    location_longitude: number | null;
    login: string | null;
    management: (DeviceManagement) | null;
    /** One of the models of the type, as AA-12, which a new panel is that does not say. */
    model: string;
    /** 1 to 100 characters. */
    name: string;
    /** Masked. */
    password: string | null;
    /** 1 to 65535, default 80. */
    port: number;
    /** MQTT for a new one that does not say. */
    protocol: (Protocol) | null;
    /** Unique in the installation; the MQTT user name. Letters, digits, dash or underscore, 1 to 64. */
    serial_number: string;
    /** A panel for a new one that does not say. */
    "type": (DeviceType) | null;
    updated_at: string | null;
};
export type ListDevicesResponse = {
    items: Device[];
    page: number;
    size: number;
    total: number;
};
export type DeviceInfoInput = {
    actual_version?: number;
    /** Seconds by which the device's clock is ahead of the platform's, negative for behind; by the newest event that was sent at once. */
    clock_skew_seconds?: number | null;
    /** Why the platform cannot reach the device; unset when it can, or has not tried. */
    contact_error?: string | null;
    /** Identifiers that the device should hold. */
    desired_identifiers_count?: number;
    /** Desired and acknowledged versions of its list; equal when it is in step. */
    desired_version?: number;
    firmware?: string | null;
    identifiers_count?: number;
    /** When the newest event happened, by the device's clock. */
    last_event_at?: string | null;
    /** The protocol that the device is changing to; unset when it does not. */
    pending_protocol?: (Protocol) | null;
    /** Why the last change of its protocol failed. */
    protocol_error?: string | null;
    status?: (DeviceStatus) | null;
    status_changed_at?: string | null;
    sync_errors_count?: number;
    tasks_failed?: number;
    tasks_waiting?: number;
};
export type AdditionalSettingsInput = {
    /** A plate that a camera beside it has read counts as shown at this door. */
    alpr_camera_interaction?: boolean;
    /** Always four; a model takes as many as it has buttons. Empty: the button calls nobody. */
    button_numbers?: string[];
    /** Whether a command opens a lock. True where it is not said when a device is made. */
    remote_lock_opening?: boolean;
};
export type AddressSettingsInput = {
    /** 01 to 99. */
    apartment?: string | null;
    /** 0001 to 9999. */
    building?: string | null;
    device?: string | null;
    /** 00 to 98. */
    floor?: string | null;
    manual?: boolean;
    /** unit, wall, ... */
    mode?: string | null;
    no_unit?: boolean;
    reregister?: boolean;
    /** Seconds, default 600. */
    reregister_interval?: number | null;
    sync?: boolean;
    /** 00 to 99. */
    unit?: string | null;
};
export type AlprCameraSettingsInput = {
    /** True where it is not said when a device is made. */
    allow_remote_opening_lock?: boolean;
    "using"?: boolean;
};
export type FaceRecognitionSettingsInput = {
    autostart?: boolean;
    enabled?: boolean;
    /** 2D or 3D, the default. */
    mode?: string | null;
    /** low, medium or high, the default. */
    similarity?: string | null;
};
export type IntegrationAxxonSettingsInput = {
    camera_guid?: string | null;
    camera_name?: string | null;
    direction?: number | null;
    macro_guid?: string | null;
    macro_name?: string | null;
};
export type FloorInput = {
    apartments?: string[];
    /** 1 to 98. */
    floor?: number;
    is_panel_floor?: boolean;
    is_public?: boolean;
    name?: string;
    ports?: number[];
};
export type LiftReleaseTimeInput = {
    api?: number | null;
    card?: number | null;
};
export type LiftSettingsInput = {
    /** call-down, call-up-down, call-any, access-control-manual or call-up, the default. */
    device_mode?: string | null;
    invert_all_relays?: boolean;
    lift_release_time?: (LiftReleaseTimeInput) | null;
    relay_mode?: string | null;
    /** Seconds, default 10. */
    relay_open_time?: number | null;
};
export type LiftControllerSettingsInput = {
    enabled?: boolean;
    floor_map?: FloorInput[];
    settings?: (LiftSettingsInput) | null;
};
export type MqttSettingsInput = {
    /** Masked; 8 to 32 characters. Made when absent. */
    password?: string | null;
};
export type NetworkSettingsInput = {
    dns?: string | null;
    gateway?: string | null;
    ip?: string | null;
    is_dhcp?: boolean;
    subnet?: string | null;
};
export type DeviceSipSettingsInput = {
    enabled?: boolean;
    login?: string | null;
    manual?: boolean;
    /** Masked; 6 to 31 characters. */
    password?: string | null;
    proxy_address?: string | null;
    realm_address?: string | null;
    /** Payload type of the picture, 0 to 127; 0, the default, is the device's own. */
    rtp_profile?: number | null;
    stun_address?: string | null;
    stun_port?: number | null;
    /** Seconds, default 120. */
    talk_timeout?: number | null;
    /** UDP, the default, TCP or TLS. */
    transport?: string | null;
    /** Calls by logical address instead of number. */
    use_address?: boolean;
};
export type DeviceSettingsInput = {
    additional?: (AdditionalSettingsInput) | null;
    address?: (AddressSettingsInput) | null;
    alpr_camera?: (AlprCameraSettingsInput) | null;
    face_recognition?: (FaceRecognitionSettingsInput) | null;
    integration_axxon?: (IntegrationAxxonSettingsInput) | null;
    lift_controller?: (LiftControllerSettingsInput) | null;
    mqtt?: (MqttSettingsInput) | null;
    network?: (NetworkSettingsInput) | null;
    sip?: (DeviceSipSettingsInput) | null;
};
export type DeviceManagementInput = {
    heartbeat?: boolean;
    /** What the device holds is left alone until it is adopted (DeviceAdoptions) or this is false again: identifiers and schedules are
    neither sent nor deleted. For a panel that another system ran. */
    keep_list?: boolean;
    realtime_logging?: boolean;
};
export type DeviceInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    device_info?: (DeviceInfoInput) | null;
    device_login?: string | null;
    /** Masked. */
    device_password?: string | null;
    device_settings?: (DeviceSettingsInput) | null;
    domain?: (RefInput) | null;
    get_logs?: boolean;
    id?: number;
    ip_address?: string | null;
    /** -90 to 90. */
    location_latitude?: number | null;
    /** -180 to 180. */
    location_longitude?: number | null;
    login?: string | null;
    management?: (DeviceManagementInput) | null;
    /** One of the models of the type, as AA-12, which a new panel is that does not say. */
    model?: string;
    /** 1 to 100 characters. */
    name?: string;
    /** Masked. */
    password?: string | null;
    /** 1 to 65535, default 80. */
    port?: number;
    /** MQTT for a new one that does not say. */
    protocol?: (Protocol) | null;
    /** Unique in the installation; the MQTT user name. Letters, digits, dash or underscore, 1 to 64. */
    serial_number?: string;
    /** A panel for a new one that does not say. */
    "type"?: (DeviceType) | null;
    updated_at?: string | null;
};
export type FoundDeviceItemInput = {
    domain?: (RefInput) | null;
    ip_address?: string;
    /** See DeviceManagement. */
    keep_list?: boolean;
    /** Of the device's own page. With both, the platform tells the device where it reports to, so that it comes by itself. */
    login?: string | null;
    model?: string;
    /** 1 to 100 characters; the model and the serial number where it is empty. */
    name?: string;
    password?: string | null;
    port?: number;
    /** HTTP or MQTT, the default. */
    protocol?: (Protocol) | null;
    serial_number?: string;
    "type"?: (DeviceType) | null;
};
export type CreateFoundDevicesRequestInput = {
    /** Up to 500. */
    items?: FoundDeviceItemInput[];
};
export type FoundDeviceResult = {
    /** Which fields of the item are refused: name and message. */
    fields: {
        [key: string]: string;
    };
    /** Of the new device; 0 where none was created. */
    id: number;
    /** Why not, in the catalogue's words; empty when done. */
    message: string;
    serial_number: string;
};
export type CreateFoundDevicesResponse = {
    /** In the order of the request. */
    items: FoundDeviceResult[];
};
export type HttpDeviceToken = {
    expires_at: string | null;
    token: string;
};
export type HttpDeviceAnswer = {};
export type SetDeviceProtocolsRequestInput = {
    /** Up to 500 ids. */
    items?: number[];
    protocol?: (Protocol) | null;
};
export type DeviceProtocolResult = {
    done: boolean;
    id: number;
    /** The device is being sent the change: it keeps its protocol until it has come the new way. */
    is_pending: boolean;
    /** Why not, in the catalogue's words; empty when done. */
    message: string;
};
export type SetDeviceProtocolsResponse = {
    /** In the order of the request. */
    items: DeviceProtocolResult[];
};
export type BeginRemoteSessionRequestInput = {
    /** Of the device's own page, 1 to 64 characters. */
    login?: string;
    /** 1 to 64 characters. */
    password?: string;
    serial_number?: string;
};
export type RemoteDeviceInfo = {
    firmware: string;
    model: string;
    serial_number: string;
};
export type RemoteSession = {
    device: (Ref) | null;
    /** When it ends unless it is kept alive; when it ended, of one that was closed. */
    expires_at: string | null;
    id: number;
    /** What the device said of itself for this answer; unset when it did not answer, and of a session that was closed. */
    info: (RemoteDeviceInfo) | null;
    is_active: boolean;
    started_at: string | null;
};
export type FoundDevice = {
    firmware: string | null;
    ip_address: string;
    /** A device of this project has the serial number already. */
    is_known: boolean;
    model: string;
    /** 80 or 443. */
    port: number;
    serial_number: string;
    /** Unset for a model that the platform does not know: it cannot be created. */
    "type": (DeviceType) | null;
};
export type DeviceSearchState = "running" | "finished" | "failed";
export type DeviceSearch = {
    devices: FoundDevice[];
    /** Addresses that were asked, of so many. */
    done: number;
    request_id: string;
    state: (DeviceSearchState) | null;
    total: number;
};
export type SearchDevicesRequestInput = {
    end_ip?: string;
    /** 1 to 64 characters, chosen by the caller: the pushes carry it. */
    request_id?: string;
    /** IPv4. Up to 1,024 addresses, both ends included, all of which the platform may call. */
    start_ip?: string;
};
export type FindUnclaimedDeviceRequestInput = {
    password?: string;
    serial_number?: string;
};
export type UnclaimedDevice = {
    /** From where it called. */
    address: string;
    seen_at: string | null;
    serial_number: string;
};
export type AdoptionCounts = {
    /** Left out, and deleted from the device with its next list. */
    conflicts: number;
    created: number;
    /** The project has them already. */
    known: number;
};
export type AdoptedKind = "identifier" | "schedule" | "rule";
export type AdoptedState = "created" | "known" | "conflict";
export type AdoptedItem = {
    /** Of what is there already, or was created; 0 else. */
    entity_id: number;
    /** Of a rule: identifiers that it names. */
    identifiers: number;
    kind: (AdoptedKind) | null;
    /** Of a rule: 0 all, else 1 to 8. */
    locks: number[];
    name: string;
    /** Of cards and plates; what others know by heart or by eye is not shown. */
    "number": string;
    /** Why it is a conflict: no_link_id, wrong_number, unsupported_type, link_id_taken, duplicate, revoked, expired, no_photo,
    not_licensed, locks_not_selectable, wrong_period, unknown_schedule, wrong_schedule. */
    reason: string;
    state: (AdoptedState) | null;
    /** Of an identifier: card, ukey, access_code, qr, face, license_plate. */
    "type": string;
};
export type DeviceAdoption = {
    device_id: number;
    device_name: string;
    identifiers: (AdoptionCounts) | null;
    is_applied: boolean;
    /** Conflicts first; up to 1,000. */
    items: AdoptedItem[];
    plan_hash: string;
    rules: (AdoptionCounts) | null;
    schedules: (AdoptionCounts) | null;
};
export type ForwardSource = "general" | "user";
export type ForwardNumber = {
    /** Beyond what a panel takes for an apartment. */
    is_cut_off: boolean;
    "number": string;
    source: (ForwardSource) | null;
    /** Whose number it is. */
    user: (Ref) | null;
};
export type ApartmentForward = {
    /** As the panel dials it: AA, or UU-AA where the units are below the panel's group. */
    apartment: string;
    domain: (Ref) | null;
    /** Another group below the device's has the same address: this one is not sent. */
    is_ambiguous: boolean;
    /** The device has confirmed these numbers, those that are cut off excepted. */
    is_confirmed: boolean;
    numbers: ForwardNumber[];
};
export type DeviceForwardTable = {
    /** False for a device that does not call apartments: nothing is sent to it. */
    is_supported: boolean;
    /** By apartment. */
    items: ApartmentForward[];
    /** Numbers that an apartment may have at a panel; further ones are cut off. */
    max_numbers: number;
};
export type DeviceActionResponse = {
    /** Tasks that were made or put back. */
    tasks: number;
};
export type OpenLockResponse = {
    /** The device said that it opened. */
    opened: boolean;
};
export type StatusReason = "broker" | "no_answer" | "call" | "silence";
export type DeviceStatusChange = {
    at: string | null;
    reason: (StatusReason) | null;
    status: (DeviceStatus) | null;
};
export type ListDeviceStatusHistoryResponse = {
    /** 30 days ago; later where there are more changes than are answered. */
    "from": string | null;
    items: DeviceStatusChange[];
    /** From then on, until the first change; unspecified where it is not known. */
    status_before: (DeviceStatus) | null;
    to: string | null;
};
export type SyncError = {
    created_at: string | null;
    entity_id: number;
    /** The device's word, as number_of_identifiers_exceeded, or why the platform did not send it: unsupported_type,
    device_full, or what the device cannot hold by itself (prohibited_at_times, schedules_differ_by_lock,
    locks_not_selectable, schedule_in_another_zone, clock_in_another_zone) so that it has to ask the platform at the door. */
    error: string;
    /** identifier or schedule. */
    kind: string;
    link_id: string;
    name: string;
};
export type ListSyncErrorsResponse = {
    items: SyncError[];
};
export type GroupKind = "building" | "unit" | "floor" | "apartment" | "common";
export type GroupType = {
    /** Groups of this type; exact up to 1,000. */
    domains_count: number;
    id: number;
    /** 1 to 31 characters, unique in the project. */
    name: string;
    "type": (GroupKind) | null;
};
export type ListGroupTypesResponse = {
    items: GroupType[];
    page: number;
    size: number;
    total: number;
};
export type GroupTypeInput = {
    /** Groups of this type; exact up to 1,000. */
    domains_count?: number;
    id?: number;
    /** 1 to 31 characters, unique in the project. */
    name?: string;
    "type"?: (GroupKind) | null;
};
export type WalletField = {
    /** 1 to 31 characters. */
    label: string;
    /** 1 to 500 characters. */
    value: string;
};
export type AppleWallet = {
    /** On the back of the card; at most 20. */
    backfields: WalletField[];
    /** As #rrggbb; #FF4530 where it is absent. */
    background_color: string | null;
    barcode_alt_text: string | null;
    developer_name: string | null;
    developer_name_color: string | null;
    font_color: string | null;
    is_enabled: boolean;
};
export type AlarmEscalationStep = {
    /** Seconds since the alarm was raised: 10 to 86,400. */
    after_seconds: number;
    /** notification, mail or call. */
    by: string;
    /** 1 to 20 users. Who may not see the alarm is passed over; by a call, who may not take it. */
    recipients: Ref[];
};
export type DeviceStatusNotify = {
    /** Who is notified of an alarm that nobody takes, for devices of the group and of those below that have no steps of their own; up
    to 5, each later than the one before. */
    alarm_escalation: AlarmEscalationStep[];
    notify_about_device_task_failed: boolean;
    notify_about_offline_device: boolean;
    user: (Ref) | null;
};
export type GuestLimits = {
    /** 1 to 9,999. */
    max_passes_count: number | null;
    /** 1 to 3,650. */
    max_period_days: number | null;
};
export type Weekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
export type ForwardPeriod = {
    /** Seconds since midnight, 0 to 86,400. */
    "from": number;
    to: number;
};
export type TrunkNumber = {
    /** International format, as +31201234567. */
    "number": string;
    /** Null: the trunk of the number's group, or of the nearest above it. Always null in the queues of a group. */
    trunk: (Ref) | null;
};
export type ForwardParams = {
    /** Default all seven. */
    days: Weekday[];
    /** Hours of the day in the project's time zone; null for the whole day. `from` after `to` goes over midnight. */
    period: (ForwardPeriod) | null;
    /** Seconds for which the queue rings, 5 to 600, default 60. */
    timeout: number;
    /** Up to 20 numbers outside, called through a trunk. */
    trunk_numbers: TrunkNumber[];
};
export type RedirectIfError = {
    /** Whether the next queue rings when everybody in this one is busy, refuses or cannot be reached; else the call ends. */
    enabled: boolean;
    /** Seconds to wait before it does, 0 to 600. */
    timeout: number;
};
export type RedirectIfNoAnswer = {
    /** The next queue rings together with this one, from the beginning. */
    is_immediately: boolean;
    /** Seconds after which the next queue rings too, 0 to 600, default 10; 0 means after `timeout`, when this one stops. */
    timeout: number;
};
export type ForwardQueue = {
    /** Virtual numbers of the project, up to 20; at least one number or trunk number. */
    numbers: string[];
    params: (ForwardParams) | null;
    redirect_if_error: (RedirectIfError) | null;
    redirect_if_no_answer: (RedirectIfNoAnswer) | null;
};
export type ForwardSettings = {
    /** At most 20, in the order in which they ring. Numbers outside are called through the group's own trunk: one that
    names a trunk is refused. */
    forward_rules: ForwardQueue[];
    /** Needs a queue and somebody in the group, or below it, when it is active. */
    is_active: boolean;
};
export type TrunkSettings = {
    is_enabled: boolean;
    /** The number shown outside, in international format. */
    outgoing_number: string | null;
};
export type WhiteLabel = {
    /** Up to 255 characters. */
    address: string | null;
    email: string | null;
    is_enabled: boolean;
    /** Path of the picture; set by its own operation, ignored on input. */
    logo: string | null;
    /** Up to 100 characters. */
    name: string | null;
    /** International format. */
    phone: string | null;
};
export type Group = {
    app_count: number | null;
    apple_wallet_settings: (AppleWallet) | null;
    children_count: number;
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** Groups anywhere below: exact up to 1,000; 1,001 means more. */
    descendants_count: number;
    /** Up to 1,000 characters. */
    description: string | null;
    device_status_notify: (DeviceStatusNotify) | null;
    domain_type_id: number | null;
    /** Features that the licences of the project have and that the group has not: it has limits of its own, or a group above it has.
    Derived, for reading only: in GetGroup; empty elsewhere. */
    features_off: string[];
    guest_identifier_limits: (GuestLimits) | null;
    id: number;
    /** Digits, unique per type and parent: building 0001 to 9999, unit 00 to 99, floor 00 to 98, apartment 01 to 99.
    Answered with its leading zeros. Null when it has none: a group without a type, or of a common type. */
    logic_address: string | null;
    /** 1 to 100 characters. */
    name: string;
    /** Null for a root group, and where the caller may not see the parent. */
    parent_id: number | null;
    /** Interval of the group in the project's tree, siblings by id: a group lies below another when its interval lies
    within the other's. Derived, for reading only: in GetGroup, and in lists asked with=interval; null elsewhere. */
    parent_lft: number | null;
    parent_rgt: number | null;
    /** From the first group above that the caller may see, to the parent. */
    path: Ref[];
    /** Virtual numbers and apps that are meant for the group, 0 to 1,000,000, as its structure says: for whoever plans
    licences. Null where nobody has said. */
    sip_count: number | null;
    sip_number: (ForwardSettings) | null;
    sip_trunk: (TrunkSettings) | null;
    updated_at: string | null;
    /** The settings are answered in GetGroup; null in lists. In UpdateGroup each needs the right of its own that the
    catalogue has for it, or the right to edit every group. */
    whitelabel_settings: (WhiteLabel) | null;
};
export type ListGroupsResponse = {
    items: Group[];
    page: number;
    size: number;
    total: number;
};
export type WalletFieldInput = {
    /** 1 to 31 characters. */
    label?: string;
    /** 1 to 500 characters. */
    value?: string;
};
export type AppleWalletInput = {
    /** On the back of the card; at most 20. */
    backfields?: WalletFieldInput[];
    /** As #rrggbb; #FF4530 where it is absent. */
    background_color?: string | null;
    barcode_alt_text?: string | null;
    developer_name?: string | null;
    developer_name_color?: string | null;
    font_color?: string | null;
    is_enabled?: boolean;
};
export type AlarmEscalationStepInput = {
    /** Seconds since the alarm was raised: 10 to 86,400. */
    after_seconds?: number;
    /** notification, mail or call. */
    by?: string;
    /** 1 to 20 users. Who may not see the alarm is passed over; by a call, who may not take it. */
    recipients?: RefInput[];
};
export type DeviceStatusNotifyInput = {
    /** Who is notified of an alarm that nobody takes, for devices of the group and of those below that have no steps of their own; up
    to 5, each later than the one before. */
    alarm_escalation?: AlarmEscalationStepInput[];
    notify_about_device_task_failed?: boolean;
    notify_about_offline_device?: boolean;
    user?: (RefInput) | null;
};
export type GuestLimitsInput = {
    /** 1 to 9,999. */
    max_passes_count?: number | null;
    /** 1 to 3,650. */
    max_period_days?: number | null;
};
export type ForwardPeriodInput = {
    /** Seconds since midnight, 0 to 86,400. */
    "from"?: number;
    to?: number;
};
export type TrunkNumberInput = {
    /** International format, as +31201234567. */
    "number"?: string;
    /** Null: the trunk of the number's group, or of the nearest above it. Always null in the queues of a group. */
    trunk?: (RefInput) | null;
};
export type ForwardParamsInput = {
    /** Default all seven. */
    days?: Weekday[];
    /** Hours of the day in the project's time zone; null for the whole day. `from` after `to` goes over midnight. */
    period?: (ForwardPeriodInput) | null;
    /** Seconds for which the queue rings, 5 to 600, default 60. */
    timeout?: number;
    /** Up to 20 numbers outside, called through a trunk. */
    trunk_numbers?: TrunkNumberInput[];
};
export type RedirectIfErrorInput = {
    /** Whether the next queue rings when everybody in this one is busy, refuses or cannot be reached; else the call ends. */
    enabled?: boolean;
    /** Seconds to wait before it does, 0 to 600. */
    timeout?: number;
};
export type RedirectIfNoAnswerInput = {
    /** The next queue rings together with this one, from the beginning. */
    is_immediately?: boolean;
    /** Seconds after which the next queue rings too, 0 to 600, default 10; 0 means after `timeout`, when this one stops. */
    timeout?: number;
};
export type ForwardQueueInput = {
    /** Virtual numbers of the project, up to 20; at least one number or trunk number. */
    numbers?: string[];
    params?: (ForwardParamsInput) | null;
    redirect_if_error?: (RedirectIfErrorInput) | null;
    redirect_if_no_answer?: (RedirectIfNoAnswerInput) | null;
};
export type ForwardSettingsInput = {
    /** At most 20, in the order in which they ring. Numbers outside are called through the group's own trunk: one that
    names a trunk is refused. */
    forward_rules?: ForwardQueueInput[];
    /** Needs a queue and somebody in the group, or below it, when it is active. */
    is_active?: boolean;
};
export type TrunkSettingsInput = {
    is_enabled?: boolean;
    /** The number shown outside, in international format. */
    outgoing_number?: string | null;
};
export type WhiteLabelInput = {
    /** Up to 255 characters. */
    address?: string | null;
    email?: string | null;
    is_enabled?: boolean;
    /** Path of the picture; set by its own operation, ignored on input. */
    logo?: string | null;
    /** Up to 100 characters. */
    name?: string | null;
    /** International format. */
    phone?: string | null;
};
export type GroupInput = {
    app_count?: number | null;
    apple_wallet_settings?: (AppleWalletInput) | null;
    children_count?: number;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    /** Groups anywhere below: exact up to 1,000; 1,001 means more. */
    descendants_count?: number;
    /** Up to 1,000 characters. */
    description?: string | null;
    device_status_notify?: (DeviceStatusNotifyInput) | null;
    domain_type_id?: number | null;
    /** Features that the licences of the project have and that the group has not: it has limits of its own, or a group above it has.
    Derived, for reading only: in GetGroup; empty elsewhere. */
    features_off?: string[];
    guest_identifier_limits?: (GuestLimitsInput) | null;
    id?: number;
    /** Digits, unique per type and parent: building 0001 to 9999, unit 00 to 99, floor 00 to 98, apartment 01 to 99.
    Answered with its leading zeros. Null when it has none: a group without a type, or of a common type. */
    logic_address?: string | null;
    /** 1 to 100 characters. */
    name?: string;
    /** Null for a root group, and where the caller may not see the parent. */
    parent_id?: number | null;
    /** Interval of the group in the project's tree, siblings by id: a group lies below another when its interval lies
    within the other's. Derived, for reading only: in GetGroup, and in lists asked with=interval; null elsewhere. */
    parent_lft?: number | null;
    parent_rgt?: number | null;
    /** From the first group above that the caller may see, to the parent. */
    path?: RefInput[];
    /** Virtual numbers and apps that are meant for the group, 0 to 1,000,000, as its structure says: for whoever plans
    licences. Null where nobody has said. */
    sip_count?: number | null;
    sip_number?: (ForwardSettingsInput) | null;
    sip_trunk?: (TrunkSettingsInput) | null;
    updated_at?: string | null;
    /** The settings are answered in GetGroup; null in lists. In UpdateGroup each needs the right of its own that the
    catalogue has for it, or the right to edit every group. */
    whitelabel_settings?: (WhiteLabelInput) | null;
};
export type GroupNode = {
    children_count: number;
    /** Levels below the first level of the answer: 0, 1, ... */
    depth: number;
    domain_type_id: number | null;
    id: number;
    logic_address: string | null;
    name: string;
    parent_id: number | null;
};
export type GetGroupTreeResponse = {
    /** In tree order, parents before children; at most 5,000, then `truncated`. */
    items: GroupNode[];
    truncated: boolean;
};
export type Place = {
    id: number;
    logic_address: string | null;
    name: string;
    parent_id: number;
    /** From below the group asked for, to the parent. */
    path: Ref[];
};
export type ListPlacesResponse = {
    items: Place[];
    page: number;
    size: number;
    total: number;
};
export type GroupCounts = {
    access_rules: number | null;
    devices: number | null;
    domains: number;
    identifiers: number | null;
    /** Mobile clients in which a user of these groups is signed in. */
    mobile_apps: number | null;
    sip_numbers: number | null;
    /** Those of the identifiers that are Ukey2 keys. */
    ukey2_keys: number | null;
    users: number | null;
};
export type GroupCompletely = {
    access_rules: Ref[];
    counts: (GroupCounts) | null;
    devices: Ref[];
    group: (Group) | null;
    identifiers: Ref[];
    integrations: Ref[];
    /** By number. */
    sip_numbers: Ref[];
    /** The first 20 each, by name; of the group itself. */
    users: Ref[];
};
export type GroupDependent = {
    count: number;
    /** Deleted along with the group; the others keep it from being deleted. */
    goes_along: boolean;
    /** The first 20, of those that the caller may see. */
    items: Ref[];
    /** domains, users, devices, forward-rules, amenities, emergency-alerts (those that play, open or shut there, and those that let its
    people in), settings (those of the project that let people register into the group), integrations, mail-templates. */
    resource: string;
};
export type GroupDependents = {
    items: GroupDependent[];
};
export type Numbering = "building" | "unit" | "floor";
export type PlanCounts = {
    apartments: number;
    buildings: number;
    floors: number;
    /** Groups with an obstacle. */
    obstacles: number;
    units: number;
};
export type PlannedGroup = {
    domain_type_id: number;
    /** Within the plan, from 1. */
    key: number;
    logic_address: string | null;
    name: string;
    /** Why it cannot be saved, in the catalogue's words; null where it can. Ignored on input. */
    obstacle: string | null;
    /** The key of the parent; 0 for the group that is generated in. */
    parent_key: number;
};
export type GroupPlan = {
    counts: (PlanCounts) | null;
    /** Parents before children. */
    items: PlannedGroup[];
};
export type PlannedGroupInput = {
    domain_type_id?: number;
    /** Within the plan, from 1. */
    key?: number;
    logic_address?: string | null;
    name?: string;
    /** Why it cannot be saved, in the catalogue's words; null where it can. Ignored on input. */
    obstacle?: string | null;
    /** The key of the parent; 0 for the group that is generated in. */
    parent_key?: number;
};
export type SaveGroupPlanResponse = {
    created: number;
};
export type RowError = {
    /** The heading of the column; empty for the row as a whole. */
    field: string;
    /** From 0: the first row below the heading. */
    index: number;
    message: string;
};
export type ImportStructureResponse = {
    domains_created: number;
    /** In a dry run what is wrong, at most 1,000; else empty. */
    errors: RowError[];
    identifiers_created: number;
    rows: number;
    /** Rows that are there already as they are. */
    unchanged: number;
    users_created: number;
};
export type LicenseCounts = {
    mobile_app: number | null;
    sip: number | null;
    ukey2: number | null;
};
export type LicenseReminder = {
    is_enabled: boolean;
    /** once, everyday, week, 30_days or never; everyday where absent. */
    mode: string;
    /** Days, 1 to 365; 14 where absent. */
    notify_before: number;
};
export type LicenseQuota = {
    /** What may still be given or used; null: unlimited. */
    free: number | null;
    /** More is used or given than there is: nothing is added until that ends. */
    is_over_limit: boolean;
    /** sip, mobile_app or ukey2. */
    kind: string;
    /** Null: unlimited. */
    maximum: number | null;
    /** Given to groups below it with limits of their own, and not used there. */
    reserved: number;
    /** By the group and everything below it. */
    used: number;
};
export type LicensePeriod = {
    "from": string | null;
    /** Without it the period of the group above holds. */
    is_active: boolean;
    to: string | null;
};
export type GroupLicense = {
    /** Features that the group could have at most: those of the group above. */
    available_features: string[];
    /** Null: unlimited, which is possible only below something unlimited. */
    counts: (LicenseCounts) | null;
    domain: (Ref) | null;
    /** Features of the group; those of the group above where it has no limits of its own. */
    features: string[];
    /** Whether the group has limits of its own; else it shares those of the nearest group above that has. */
    is_active: boolean;
    notifications: (LicenseReminder) | null;
    /** The nearest group above with limits of its own; null for the project. */
    parent: (Ref) | null;
    /** How many a user of the group may have. */
    per_user: (LicenseCounts) | null;
    quotas: LicenseQuota[];
    restrict_period: (LicensePeriod) | null;
    /** active, ending or disabled. */
    status: string;
};
export type LicenseCountsInput = {
    mobile_app?: number | null;
    sip?: number | null;
    ukey2?: number | null;
};
export type LicenseReminderInput = {
    is_enabled?: boolean;
    /** once, everyday, week, 30_days or never; everyday where absent. */
    mode?: string;
    /** Days, 1 to 365; 14 where absent. */
    notify_before?: number;
};
export type LicenseQuotaInput = {
    /** What may still be given or used; null: unlimited. */
    free?: number | null;
    /** More is used or given than there is: nothing is added until that ends. */
    is_over_limit?: boolean;
    /** sip, mobile_app or ukey2. */
    kind?: string;
    /** Null: unlimited. */
    maximum?: number | null;
    /** Given to groups below it with limits of their own, and not used there. */
    reserved?: number;
    /** By the group and everything below it. */
    used?: number;
};
export type LicensePeriodInput = {
    "from"?: string | null;
    /** Without it the period of the group above holds. */
    is_active?: boolean;
    to?: string | null;
};
export type GroupLicenseInput = {
    /** Features that the group could have at most: those of the group above. */
    available_features?: string[];
    /** Null: unlimited, which is possible only below something unlimited. */
    counts?: (LicenseCountsInput) | null;
    domain?: (RefInput) | null;
    /** Features of the group; those of the group above where it has no limits of its own. */
    features?: string[];
    /** Whether the group has limits of its own; else it shares those of the nearest group above that has. */
    is_active?: boolean;
    notifications?: (LicenseReminderInput) | null;
    /** The nearest group above with limits of its own; null for the project. */
    parent?: (RefInput) | null;
    /** How many a user of the group may have. */
    per_user?: (LicenseCountsInput) | null;
    quotas?: LicenseQuotaInput[];
    restrict_period?: (LicensePeriodInput) | null;
    /** active, ending or disabled. */
    status?: string;
};
export type MovePreview = {
    devices: number | null;
    /** The group and everything below it. */
    domains: number;
    gaining: Ref[];
    /** Groups whose administrators stop seeing, and begin to see, what is moved. */
    losing: Ref[];
    new_path: Ref[];
    /** Why it cannot be moved there, in the catalogue's words; null where it can. */
    obstacle: string | null;
    old_path: Ref[];
    /** What is in them. */
    users: number | null;
};
export type Logo = {
    /** Path of the picture; changes with each new picture. */
    logo: string;
};
export type RuleFloor = {
    /** 1 to 98. */
    floor: number;
    /** The floor is in no map now; the rule keeps it for when it comes back. */
    is_missing: boolean;
    name: string;
};
export type RuleElevator = {
    /** Floors of the elevator that a rule may name. Only answered. */
    available_floors: RuleFloor[];
    /** Floors that the rule gives. */
    floors: RuleFloor[];
    id: number;
    name: string;
};
export type ElevatorAccessRule = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    /** 1 to 50 elevators with a floor each; those without floors are dropped. In answers those that the caller sees. */
    elevators: RuleElevator[];
    id: number;
    /** 1 to 100 characters. */
    name: string;
    updated_at: string | null;
    /** 1 to 500; in answers those that the caller sees, at most 500. */
    users: Ref[];
};
export type ListElevatorAccessRulesResponse = {
    items: ElevatorAccessRule[];
    page: number;
    size: number;
    total: number;
};
export type RuleFloorInput = {
    /** 1 to 98. */
    floor?: number;
    /** The floor is in no map now; the rule keeps it for when it comes back. */
    is_missing?: boolean;
    name?: string;
};
export type RuleElevatorInput = {
    /** Floors of the elevator that a rule may name. Only answered. */
    available_floors?: RuleFloorInput[];
    /** Floors that the rule gives. */
    floors?: RuleFloorInput[];
    id?: number;
    name?: string;
};
export type ElevatorAccessRuleInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    /** 1 to 50 elevators with a floor each; those without floors are dropped. In answers those that the caller sees. */
    elevators?: RuleElevatorInput[];
    id?: number;
    /** 1 to 100 characters. */
    name?: string;
    updated_at?: string | null;
    /** 1 to 500; in answers those that the caller sees, at most 500. */
    users?: RefInput[];
};
export type ElevatorDeviceFloor = {
    /** As UU-AA: unit and apartment. */
    apartments: string[];
    /** 1 to 98. */
    floor: number;
    is_panel_floor: boolean;
    is_public: boolean;
    name: string;
    /** Relays, 1 to 255. */
    ports: number[];
};
export type ElevatorDevice = {
    /** call-up, call-down, call-up-down, call-any or access-control-manual. */
    device_mode: string;
    /** Its map, from the lowest floor. */
    floor_map: ElevatorDeviceFloor[];
    id: number;
    /** Its settings say that it drives a lift. */
    is_enabled: boolean;
    /** Whether it is online and has taken its settings and map. Only in the answer of GetElevator; unset, too, while
    that is not known. */
    is_ready: boolean | null;
    name: string;
    /** Why not: offline, settings_waiting, settings_failed or disabled. */
    not_ready_reason: string | null;
};
export type Elevator = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** 1 to 20 lift controllers, each in one elevator only. */
    devices: ElevatorDevice[];
    /** The group that it belongs to: who passes a panel of this group, or of one below it, has their floors released. */
    domain: (Ref) | null;
    /** Those that the caller sees, at most 500. */
    elevator_access_rules: Ref[];
    /** How many floors it has. */
    floors_count: number;
    id: number;
    /** 1 to 100 characters. */
    name: string;
    updated_at: string | null;
};
export type ListElevatorsResponse = {
    items: Elevator[];
    page: number;
    size: number;
    total: number;
};
export type ElevatorDeviceFloorInput = {
    /** As UU-AA: unit and apartment. */
    apartments?: string[];
    /** 1 to 98. */
    floor?: number;
    is_panel_floor?: boolean;
    is_public?: boolean;
    name?: string;
    /** Relays, 1 to 255. */
    ports?: number[];
};
export type ElevatorDeviceInput = {
    /** call-up, call-down, call-up-down, call-any or access-control-manual. */
    device_mode?: string;
    /** Its map, from the lowest floor. */
    floor_map?: ElevatorDeviceFloorInput[];
    id?: number;
    /** Its settings say that it drives a lift. */
    is_enabled?: boolean;
    /** Whether it is online and has taken its settings and map. Only in the answer of GetElevator; unset, too, while
    that is not known. */
    is_ready?: boolean | null;
    name?: string;
    /** Why not: offline, settings_waiting, settings_failed or disabled. */
    not_ready_reason?: string | null;
};
export type ElevatorInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    /** 1 to 20 lift controllers, each in one elevator only. */
    devices?: ElevatorDeviceInput[];
    /** The group that it belongs to: who passes a panel of this group, or of one below it, has their floors released. */
    domain?: (RefInput) | null;
    /** Those that the caller sees, at most 500. */
    elevator_access_rules?: RefInput[];
    /** How many floors it has. */
    floors_count?: number;
    id?: number;
    /** 1 to 100 characters. */
    name?: string;
    updated_at?: string | null;
};
export type ElevatorDirection = "up" | "down";
export type CallElevatorResponse = {
    /** The floor that was called. */
    floor: number;
};
export type ElevatorFloorDevice = {
    id: number;
    name: string;
    ports: number[];
};
export type ElevatorFloor = {
    /** As UU-AA. */
    apartments: string[];
    devices: ElevatorFloorDevice[];
    /** 1 to 98. */
    floor: number;
    /** The caller may go there: public, named by a rule of theirs, or their home. */
    is_allowed: boolean;
    /** A panel stands here. */
    is_panel_floor: boolean;
    /** Public in all maps that have it: released for everybody. */
    is_public: boolean;
    /** Of the first controller that names it. */
    name: string;
};
export type ListElevatorFloorsResponse = {
    items: ElevatorFloor[];
};
export type AlertDeviceType = "monitor" | "panel" | "all";
export type DoorMode = "none" | "unlock" | "lockdown";
export type EmergencyAlertFile = {
    /** Milliseconds. */
    duration: number;
    filename: string;
    /** As the sender called it. */
    name: string;
    /** Path with a signature, for an hour. */
    url: string;
};
export type AlertRunCounts = {
    done: number;
    /** Devices of a lockdown with a door, and those that are shut, and restored. */
    doors: number;
    failed: number;
    failed_locks: number;
    /** Locks that should open, and those that did at the last attempt. */
    locks: number;
    offline: number;
    open_locks: number;
    /** Devices that should play, and what has become of them. */
    players: number;
    playing: number;
    restored_doors: number;
    shut_doors: number;
    stopped: number;
};
export type AlertDoorState = "none" | "waiting" | "shut" | "restoring" | "restored";
export type AlertLockState = "pending" | "open" | "failed" | "offline" | "ended";
export type AlertRunLock = {
    at: string | null;
    error: string;
    "number": number;
    state: (AlertLockState) | null;
};
export type AlertPlayState = "none" | "pending" | "sent" | "playing" | "done" | "failed" | "offline" | "stopped";
export type AlertRunDevice = {
    /** Of the state. */
    at: string | null;
    device: (Ref) | null;
    domain: (Ref) | null;
    door_state: (AlertDoorState) | null;
    /** Why it plays nothing, in the device's word. */
    error: string;
    is_online: boolean;
    locks: AlertRunLock[];
    state: (AlertPlayState) | null;
};
export type AlertRunStatus = "running" | "stopping" | "stopped" | "finished";
export type AlertRun = {
    alert: (Ref) | null;
    counts: (AlertRunCounts) | null;
    /** Only where one run is asked for. */
    devices: AlertRunDevice[];
    door_mode: (DoorMode) | null;
    ends_at: string | null;
    id: number;
    is_drill: boolean;
    message: string | null;
    open_locks: boolean;
    /** When the sound ends, and when everything does, by themselves. */
    sound_ends_at: string | null;
    started_at: string | null;
    started_by_user: (Ref) | null;
    status: (AlertRunStatus) | null;
    stopped_at: string | null;
    stopped_by_user: (Ref) | null;
};
export type EmergencyAlert = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    device_type: (AlertDeviceType) | null;
    /** Panels, monitors and access controllers besides. */
    devices: Ref[];
    /** With the groups below them. A group or a device is required. */
    domains: Ref[];
    /** Seconds after which a door mode ends by itself. */
    door_duration: number;
    door_mode: (DoorMode) | null;
    /** The sound; unset without one. */
    file: (EmergencyAlertFile) | null;
    /** Of UploadEmergencyAlertFile. Required, but for a door mode without a sound. */
    filename: string;
    id: number;
    /** What people who watch the board are told to do. */
    message: string | null;
    name: string;
    /** Which of its lists name nothing any more, because all that they named was deleted: recipients (no group and no device: it
    does nothing), pass_domains (nobody is let in), start_roles, release_roles (whoever may change the alert starts and ends it).
    And devices: it has recipients, but no device among them that would do anything. */
    names_nothing: string[];
    /** The locks of panels and controllers of the groups are opened again and again while the alert runs. */
    open_locks: boolean;
    /** Whose people, and those of the groups below, are still let in during a lockdown. */
    pass_domains: Ref[];
    /** Seconds for which devices repeat the sound. */
    playback_duration: number;
    /** Roles that may end its lockdown; empty for all. A sound is stopped by whoever may play it. */
    release_roles: Ref[];
    /** The run that lasts, without its devices; a drill where nothing else does. */
    run: (AlertRun) | null;
    /** Roles that may start it, besides the right to; empty for all. */
    start_roles: Ref[];
    updated_at: string | null;
};
export type ListEmergencyAlertsResponse = {
    items: EmergencyAlert[];
    page: number;
    size: number;
    total: number;
};
export type EmergencyAlertFileInput = {
    /** Milliseconds. */
    duration?: number;
    filename?: string;
    /** As the sender called it. */
    name?: string;
    /** Path with a signature, for an hour. */
    url?: string;
};
export type AlertRunCountsInput = {
    done?: number;
    /** Devices of a lockdown with a door, and those that are shut, and restored. */
    doors?: number;
    failed?: number;
    failed_locks?: number;
    /** Locks that should open, and those that did at the last attempt. */
    locks?: number;
    offline?: number;
    open_locks?: number;
    /** Devices that should play, and what has become of them. */
    players?: number;
    playing?: number;
    restored_doors?: number;
    shut_doors?: number;
    stopped?: number;
};
export type AlertRunLockInput = {
    at?: string | null;
    error?: string;
    "number"?: number;
    state?: (AlertLockState) | null;
};
export type AlertRunDeviceInput = {
    /** Of the state. */
    at?: string | null;
    device?: (RefInput) | null;
    domain?: (RefInput) | null;
    door_state?: (AlertDoorState) | null;
    /** Why it plays nothing, in the device's word. */
    error?: string;
    is_online?: boolean;
    locks?: AlertRunLockInput[];
    state?: (AlertPlayState) | null;
};
export type AlertRunInput = {
    alert?: (RefInput) | null;
    counts?: (AlertRunCountsInput) | null;
    /** Only where one run is asked for. */
    devices?: AlertRunDeviceInput[];
    door_mode?: (DoorMode) | null;
    ends_at?: string | null;
    id?: number;
    is_drill?: boolean;
    message?: string | null;
    open_locks?: boolean;
    /** When the sound ends, and when everything does, by themselves. */
    sound_ends_at?: string | null;
    started_at?: string | null;
    started_by_user?: (RefInput) | null;
    status?: (AlertRunStatus) | null;
    stopped_at?: string | null;
    stopped_by_user?: (RefInput) | null;
};
export type EmergencyAlertInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    device_type?: (AlertDeviceType) | null;
    /** Panels, monitors and access controllers besides. */
    devices?: RefInput[];
    /** With the groups below them. A group or a device is required. */
    domains?: RefInput[];
    /** Seconds after which a door mode ends by itself. */
    door_duration?: number;
    door_mode?: (DoorMode) | null;
    /** The sound; unset without one. */
    file?: (EmergencyAlertFileInput) | null;
    /** Of UploadEmergencyAlertFile. Required, but for a door mode without a sound. */
    filename?: string;
    id?: number;
    /** What people who watch the board are told to do. */
    message?: string | null;
    name?: string;
    /** Which of its lists name nothing any more, because all that they named was deleted: recipients (no group and no device: it
    does nothing), pass_domains (nobody is let in), start_roles, release_roles (whoever may change the alert starts and ends it).
    And devices: it has recipients, but no device among them that would do anything. */
    names_nothing?: string[];
    /** The locks of panels and controllers of the groups are opened again and again while the alert runs. */
    open_locks?: boolean;
    /** Whose people, and those of the groups below, are still let in during a lockdown. */
    pass_domains?: RefInput[];
    /** Seconds for which devices repeat the sound. */
    playback_duration?: number;
    /** Roles that may end its lockdown; empty for all. A sound is stopped by whoever may play it. */
    release_roles?: RefInput[];
    /** The run that lasts, without its devices; a drill where nothing else does. */
    run?: (AlertRunInput) | null;
    /** Roles that may start it, besides the right to; empty for all. */
    start_roles?: RefInput[];
    updated_at?: string | null;
};
export type ListAlertRunsResponse = {
    items: AlertRun[];
    page: number;
    size: number;
    total: number;
};
export type StopEmergencyAlertResponse = {
    /** The run that was ended, or the newest one; unset where there was none. */
    run: (AlertRun) | null;
};
export type EventImage = {
    event_id: number;
    /** A link for the caller's session, good for ten minutes at least. */
    image_url: string;
};
export type ListEventImagesResponse = {
    items: EventImage[];
};
export type EventCategory = "access" | "info" | "system" | "emergency";
export type Event = {
    category: (EventCategory) | null;
    /** As access_granted_by_valid_identifier; see devices. */
    code: string;
    /** The device's clock; when the platform stored it where that was far ahead. */
    created_at: string | null;
    device: (Ref) | null;
    /** What the device's clock said, where that was more than five minutes ahead. */
    device_created_at: string | null;
    /** The device's own number of the event; 0 of a device that does not number them. */
    device_event_id: number;
    domain: (Ref) | null;
    id: number;
    /** The identifier and user that the number belongs to, where known. */
    identifier: (Ref) | null;
    identifier_number: string | null;
    /** What was shown to the reader, as the device reported it. Of codes and QR codes the number is masked, as it is stored: whoever may
    view the identifier finds its value there. */
    identifier_type: string | null;
    /** What the camera saw: a link for the caller's session, good for ten minutes at least. */
    image_url: string | null;
    /** The number belongs to a revoked identifier. */
    is_revoked: boolean;
    lock_number: number | null;
    /** When the platform stored it. */
    received_at: string | null;
    user: (Ref) | null;
};
export type ListEventsResponse = {
    items: Event[];
    page: number;
    size: number;
    total: number;
};
export type ElevatorEventState = "sent" | "done" | "failed";
export type ElevatorEvent = {
    category: (EventCategory) | null;
    /** Of a controller: lift_call_success, lift_call_error, device_booted, ...; of the platform: floors_released (after access
    was granted), lift_called (from the console). */
    code: string;
    /** The device's clock; of a command, when it was sent. */
    created_at: string | null;
    /** The controller. */
    device: (Ref) | null;
    /** up or down, of lift_called. */
    direction: string | null;
    /** The controller's group. */
    domain: (Ref) | null;
    /** The elevator that the controller was in then. */
    elevator: (Ref) | null;
    /** Why it failed: the device's word, offline or no_answer. */
    error: string | null;
    /** Floors of a command, from the lowest. */
    floors: number[];
    id: number;
    /** The panel that granted access, of floors_released. */
    panel: (Ref) | null;
    /** When the platform stored it. */
    received_at: string | null;
    state: (ElevatorEventState) | null;
    /** Whose identifier was shown, or who called. */
    user: (Ref) | null;
};
export type ListElevatorEventsResponse = {
    items: ElevatorEvent[];
    page: number;
    size: number;
    total: number;
};
export type ForwardRule = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** The group that it belongs to; null for one of the whole project. */
    domain: (Ref) | null;
    /** 1 to 20, in the order in which they ring. */
    forward_rules: ForwardQueue[];
    id: number;
    /** 1 to 100 characters. */
    name: string;
    /** Numbers that have picked it. */
    sip_numbers_count: number;
    updated_at: string | null;
};
export type ListForwardRulesResponse = {
    items: ForwardRule[];
    page: number;
    size: number;
    total: number;
};
export type ForwardRuleInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    /** The group that it belongs to; null for one of the whole project. */
    domain?: (RefInput) | null;
    /** 1 to 20, in the order in which they ring. */
    forward_rules?: ForwardQueueInput[];
    id?: number;
    /** 1 to 100 characters. */
    name?: string;
    /** Numbers that have picked it. */
    sip_numbers_count?: number;
    updated_at?: string | null;
};
export type GuestAccessRule = {
    /** Names of its doors. */
    doors: string[];
    id: number;
    name: string;
    /** Its schedules; none: at any time. */
    time_rules: Ref[];
};
export type ListGuestAccessRulesResponse = {
    items: GuestAccessRule[];
    /** What a key of this giver may have at most; null where there is no limit. */
    max_passes_count: number | null;
    max_period_days: number | null;
};
export type GuestDoor = {
    name: string;
    /** When the door opens next by its schedule: it does not now. The token is empty then. */
    next_opens: string | null;
    /** False: the door is not connected now. */
    online: boolean;
    /** Opens this door once; good for 15 minutes. A new page has new ones. */
    token: string;
};
export type GuestType = "guest" | "courier";
export type GuestKeyHours = {
    /** Minutes since midnight, 0 to 1,439, and 1 to 1,440; with to_minute at or before from_minute the hours end on the next day. */
    from_minute: number;
    to_minute: number;
    /** 1 is Monday, 7 is Sunday; at least one. */
    weekdays: number[];
};
export type GuestKeyKind = "qr" | "access_code" | "license_plate" | "url";
export type GuestKeyState = "scheduled" | "active" | "expired" | "used_up" | "revoked" | "suspended";
export type GuestPage = {
    /** Doors that open now; none while the key does not open. */
    doors: GuestDoor[];
    /** An address that puts the key into the Google Wallet; empty where there is none. */
    google_wallet_link: string;
    guest_type: (GuestType) | null;
    /** Whether there is a pass for the Apple Wallet. */
    has_wallet_pass: boolean;
    /** The hours of a recurring key. */
    hours: (GuestKeyHours) | null;
    kind: (GuestKeyKind) | null;
    message: string;
    site_address: string;
    site_logo: string;
    /** Of the group of the key, else of the project: the white label's name, logo and address where it has them. */
    site_name: string;
    site_phone: string;
    /** scheduled, active, expired, used_up or suspended. */
    state: (GuestKeyState) | null;
    /** IANA name of the site's zone. */
    time_zone: string;
    valid_from: string | null;
    valid_to: string | null;
    /** What is drawn as a QR code, or shown as a code or a plate; empty for url, and once the key opens no more. */
    value: string;
    /** Until when a visit that has begun goes on; doors open in it without another one. Null outside a visit. */
    visit_ends_at: string | null;
    /** Null: not limited. */
    visits_left: number | null;
};
export type OpenGuestDoorResponse = {
    /** Takes the place of the token that is spent; empty when the door opens no more. */
    next_token: string;
    /** The door said that it opened. */
    opened: boolean;
    visit_ends_at: string | null;
    visits_left: number | null;
};
export type GuestKeyHoursInput = {
    /** Minutes since midnight, 0 to 1,439, and 1 to 1,440; with to_minute at or before from_minute the hours end on the next day. */
    from_minute?: number;
    to_minute?: number;
    /** 1 is Monday, 7 is Sunday; at least one. */
    weekdays?: number[];
};
export type GuestKeyInput = {
    /** At least one, of GET /guest-access/access-rules. */
    access_rules?: RefInput[];
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    domain?: (RefInput) | null;
    guest_type?: (GuestType) | null;
    /** A recurring key opens only within these hours, in the site's zone, and only while the rules open, too. Doors ask the
    platform about it. Unset: at any time of its period. Not for plates, about which doors cannot ask. */
    hours?: (GuestKeyHoursInput) | null;
    id?: number;
    /** Fixed when it is made. */
    kind?: (GuestKeyKind) | null;
    last_used_at?: string | null;
    /** The address of the open page, /guest-access/{key} at the platform's address. Only for its creator and its giver. */
    link?: string;
    /** Shown to the guest on the page of the link. */
    message?: string;
    /** 1 to 100 characters. */
    name?: string;
    /** The giver: the caller when unset, or a user that the caller may view. Fixed when it is made. */
    owner?: (RefInput) | null;
    /** Visits, 1 to 9,999; 0: not limited. */
    pass_limit?: number;
    /** False: not limited in time. Of this and pass_limit at least one must limit the key. */
    period_restrict_active?: boolean;
    /** Now, when unset. */
    period_restrict_from?: string | null;
    /** Required when the period is active. */
    period_restrict_to?: string | null;
    revoked_at?: string | null;
    state?: (GuestKeyState) | null;
    updated_at?: string | null;
    /** Required for a plate. Digits made by the server for a code that is sent empty; made by the server for qr and url.
    Fixed when it is made. */
    value?: string;
    /** Visits so far, since the limit was set. */
    visits_used?: number;
};
export type GuestKey = {
    /** At least one, of GET /guest-access/access-rules. */
    access_rules: Ref[];
    created_at: string | null;
    created_by_user: (Ref) | null;
    domain: (Ref) | null;
    guest_type: (GuestType) | null;
    /** A recurring key opens only within these hours, in the site's zone, and only while the rules open, too. Doors ask the
    platform about it. Unset: at any time of its period. Not for plates, about which doors cannot ask. */
    hours: (GuestKeyHours) | null;
    id: number;
    /** Fixed when it is made. */
    kind: (GuestKeyKind) | null;
    last_used_at: string | null;
    /** The address of the open page, /guest-access/{key} at the platform's address. Only for its creator and its giver. */
    link: string;
    /** Shown to the guest on the page of the link. */
    message: string;
    /** 1 to 100 characters. */
    name: string;
    /** The giver: the caller when unset, or a user that the caller may view. Fixed when it is made. */
    owner: (Ref) | null;
    /** Visits, 1 to 9,999; 0: not limited. */
    pass_limit: number;
    /** False: not limited in time. Of this and pass_limit at least one must limit the key. */
    period_restrict_active: boolean;
    /** Now, when unset. */
    period_restrict_from: string | null;
    /** Required when the period is active. */
    period_restrict_to: string | null;
    revoked_at: string | null;
    state: (GuestKeyState) | null;
    updated_at: string | null;
    /** Required for a plate. Digits made by the server for a code that is sent empty; made by the server for qr and url.
    Fixed when it is made. */
    value: string;
    /** Visits so far, since the limit was set. */
    visits_used: number;
};
export type SendGuestKeyResponse = {};
export type IdentifierOrigin = "manual" | "import" | "structure" | "guest" | "reservation" | "ukey2";
export type OwnerType = "owner" | "guest";
export type IdentifierType = "card" | "ukey" | "ukey2" | "access_code" | "qr" | "face" | "license_plate";
export type Identifier = {
    access_rules: Ref[];
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    /** The group that it counts to: its owner's first. */
    domain: (Ref) | null;
    /** A recurring guest key: it opens only in hours of its own, besides the schedules of rules. For reading only. */
    has_own_hours: boolean;
    id: number;
    /** True for a new one that does not say. */
    is_active: boolean;
    /** UUID under which devices hold it. */
    link_id: string;
    /** 1 to 100 characters. */
    name: string;
    /** For reading only. */
    origin: (IdentifierOrigin) | null;
    /** What it comes from, as a reservation; unique for each origin in a project. For reading only. */
    origin_ref: string | null;
    /** The user it belongs to. */
    owner: (Ref) | null;
    /** The owner's own for a new one that does not say. */
    owner_type: (OwnerType) | null;
    passes_restrict_active: boolean;
    /** 1 to 99999; 1 for a new one that does not say. */
    passes_restrict_max_count: number;
    /** Times that it has opened a door since the limit was set, as far as doors have told. For reading only. */
    passes_restrict_passes_count: number;
    period_restrict_active: boolean;
    period_restrict_from: string | null;
    period_restrict_to: string | null;
    /** Of a face: when its photo was taken over. A face without a photo is on no list. For reading only. */
    photo_taken_at: string | null;
    /** Set when it was revoked. */
    revoked_at: string | null;
    /** A card for a new one that does not say. */
    "type": (IdentifierType) | null;
    updated_at: string | null;
    /** Cards: decimal digits (up to 10) or hex byte pairs joined by - or :. Comes back in the form given by `format`. A new access code
    or QR code without one gets one. */
    value: string;
    /** Cards only: both forms, for showing. */
    value_dec: string | null;
    value_hex: string | null;
};
export type ListIdentifiersResponse = {
    items: Identifier[];
    page: number;
    size: number;
    total: number;
};
export type IdentifierInput = {
    access_rules?: RefInput[];
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    /** The group that it counts to: its owner's first. */
    domain?: (RefInput) | null;
    /** A recurring guest key: it opens only in hours of its own, besides the schedules of rules. For reading only. */
    has_own_hours?: boolean;
    id?: number;
    /** True for a new one that does not say. */
    is_active?: boolean;
    /** UUID under which devices hold it. */
    link_id?: string;
    /** 1 to 100 characters. */
    name?: string;
    /** For reading only. */
    origin?: (IdentifierOrigin) | null;
    /** What it comes from, as a reservation; unique for each origin in a project. For reading only. */
    origin_ref?: string | null;
    /** The user it belongs to. */
    owner?: (RefInput) | null;
    /** The owner's own for a new one that does not say. */
    owner_type?: (OwnerType) | null;
    passes_restrict_active?: boolean;
    /** 1 to 99999; 1 for a new one that does not say. */
    passes_restrict_max_count?: number;
    /** Times that it has opened a door since the limit was set, as far as doors have told. For reading only. */
    passes_restrict_passes_count?: number;
    period_restrict_active?: boolean;
    period_restrict_from?: string | null;
    period_restrict_to?: string | null;
    /** Of a face: when its photo was taken over. A face without a photo is on no list. For reading only. */
    photo_taken_at?: string | null;
    /** Set when it was revoked. */
    revoked_at?: string | null;
    /** A card for a new one that does not say. */
    "type"?: (IdentifierType) | null;
    updated_at?: string | null;
    /** Cards: decimal digits (up to 10) or hex byte pairs joined by - or :. Comes back in the form given by `format`. A new access code
    or QR code without one gets one. */
    value?: string;
    /** Cards only: both forms, for showing. */
    value_dec?: string | null;
    value_hex?: string | null;
};
export type CardReading = "auto" | "dec" | "hex" | "hex_reversed" | "facility";
export type DuplicateIdentifier = {
    /** Absent where the caller does not see it. */
    existing: (Ref) | null;
    /** The row, from 0. */
    index: number;
    /** Whether `replace` would change it. */
    is_replaceable: boolean;
};
export type CardPreview = {
    dec: string | null;
    facility: string | null;
    hex: string | null;
    hex_reversed: string | null;
    value: string;
};
export type ReadingHits = {
    format: (CardReading) | null;
    /** Of those the cards that identifiers of the project have. */
    known: number;
    /** Numbers that it can read. */
    readable: number;
};
export type ImportIdentifiersResponse = {
    /** Rows that would become identifiers. */
    created: number;
    /** The first 1,000 rows whose number an identifier has already, and how many there are. */
    duplicates: DuplicateIdentifier[];
    duplicates_count: number;
    /** The first 1,000 errors, and how many there are. */
    errors: RowError[];
    errors_count: number;
    /** For the continuation. Not a path: a sealed text. */
    filepath: string;
    /** As cards were read. Absent where somebody has to choose: then nothing but preview and readings is answered. */
    format: (CardReading) | null;
    /** The first 20 cards in every reading. */
    preview: CardPreview[];
    /** What each reading makes of up to 1,000 cards; empty for a table without cards. */
    readings: ReadingHits[];
    rows: number;
};
export type ImportAction = "skip" | "replace";
export type ContinueIdentifierImportRequestInput = {
    action?: (ImportAction) | null;
    filepath?: string;
};
export type ContinueIdentifierImportResponse = {
    created: number;
    replaced: number;
    skipped: number;
};
export type IdentifierDeviceState = "held" | "waiting" | "refused" | "asks_online";
export type IdentifierDevice = {
    /** Of the confirmation, of the refusal, or since when it waits. */
    at: string | null;
    device: (Ref) | null;
    is_online: boolean;
    /** Why it is refused: the device's word (as of a sync error), unsupported_type or device_full; or why it asks:
    prohibited_at_times, schedules_differ_by_lock, locks_not_selectable, schedule_in_another_zone. */
    reason: string | null;
    state: (IdentifierDeviceState) | null;
};
export type ListIdentifierDevicesResponse = {
    held: number;
    /** Of the devices that the caller sees, by name; at most 500. */
    items: IdentifierDevice[];
    /** Over all devices: those that should hold it, and those of them that do. */
    wanted: number;
};
export type RetryIdentifierDeviceResponse = {};
export type WalletLink = {
    url: string;
};
export type QrFormat = "png" | "svg";
export type AxxonOneSettings = {
    /** Write only: comes back as ******** when set. To be entered again with another server. */
    password: string | null;
    /** http or https, unique in the project. */
    server_url: string;
    user_name: string;
};
export type BarrierSettings = {
    /** http or https, unique in the project. */
    server_url: string;
    /** Write only: comes back as ******** when set. */
    token: string | null;
};
export type IntegrationType = "barrier" | "axxon_one";
export type Integration = {
    axxon_one_settings: (AxxonOneSettings) | null;
    barrier_settings: (BarrierSettings) | null;
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** The group that it belongs to; for reading. */
    domain: (Ref) | null;
    /** Null for the project's own. */
    domain_id: number | null;
    /** Groups that use it, besides its own; at most 500. */
    domains: Ref[];
    id: number;
    is_active: boolean;
    /** 1 to 100 characters. */
    name: string;
    "type": (IntegrationType) | null;
    updated_at: string | null;
};
export type ListIntegrationsResponse = {
    items: Integration[];
    page: number;
    size: number;
    total: number;
};
export type AxxonOneSettingsInput = {
    /** Write only: comes back as ******** when set. To be entered again with another server. */
    password?: string | null;
    /** http or https, unique in the project. */
    server_url?: string;
    user_name?: string;
};
export type BarrierSettingsInput = {
    /** http or https, unique in the project. */
    server_url?: string;
    /** Write only: comes back as ******** when set. */
    token?: string | null;
};
export type IntegrationInput = {
    axxon_one_settings?: (AxxonOneSettingsInput) | null;
    barrier_settings?: (BarrierSettingsInput) | null;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    /** The group that it belongs to; for reading. */
    domain?: (RefInput) | null;
    /** Null for the project's own. */
    domain_id?: number | null;
    /** Groups that use it, besides its own; at most 500. */
    domains?: RefInput[];
    id?: number;
    is_active?: boolean;
    /** 1 to 100 characters. */
    name?: string;
    "type"?: (IntegrationType) | null;
    updated_at?: string | null;
};
export type AvailableIntegration = {
    /** Device types that may use it. */
    device_types: string[];
    /** Of: project, domain, device. */
    places: string[];
    "type": (IntegrationType) | null;
};
export type ListAvailableIntegrationsResponse = {
    items: AvailableIntegration[];
};
export type Camera = {
    guid: string;
    name: string;
};
export type ListCamerasResponse = {
    /** At most 1,000. */
    items: Camera[];
};
export type Macro = {
    guid: string;
    name: string;
};
export type ListMacrosResponse = {
    /** At most 1,000. */
    items: Macro[];
};
export type BannedIp = {
    banned_at: string | null;
    failures: number;
    ip: string;
    /** What was tried last: login, recovery, registration, token, second_factor. */
    reason: string;
    until: string | null;
};
export type ListBannedIpsResponse = {
    items: BannedIp[];
    page: number;
    size: number;
    total: number;
};
export type IpBlockingStatus = {
    /** Seconds, 60 to 2,592,000. */
    ban_seconds: number;
    /** For reading: addresses that are banned now, and refusals of the last 24 hours. */
    banned_count: number;
    is_enabled: boolean;
    /** Failures from one address within the window after which it is banned, 3 to 10,000. */
    max_failures: number;
    rejected_last_day: number;
    /** Seconds, 60 to 86,400. */
    window_seconds: number;
};
export type IpBlockingStatusInput = {
    /** Seconds, 60 to 2,592,000. */
    ban_seconds?: number;
    /** For reading: addresses that are banned now, and refusals of the last 24 hours. */
    banned_count?: number;
    is_enabled?: boolean;
    /** Failures from one address within the window after which it is banned, 3 to 10,000. */
    max_failures?: number;
    rejected_last_day?: number;
    /** Seconds, 60 to 86,400. */
    window_seconds?: number;
};
export type UnbanIpRequestInput = {
    ip?: string;
};
export type UnbanAllIpsRequestInput = {};
export type UnbanAllIpsResponse = {
    unbanned: number;
};
export type WhitelistEntry = {
    /** An address or a network: 192.0.2.7, 192.0.2.0/24, 2001:db8::/32. */
    address: string;
    created_at: string | null;
    description: string | null;
    id: number;
};
export type ListWhitelistResponse = {
    /** At most 500. */
    items: WhitelistEntry[];
};
export type WhitelistEntryInput = {
    /** An address or a network: 192.0.2.7, 192.0.2.0/24, 2001:db8::/32. */
    address?: string;
    created_at?: string | null;
    description?: string | null;
    id?: number;
};
export type LicenseState = "future" | "active" | "ending" | "disabled";
export type License = {
    counts: (LicenseCounts) | null;
    customer: string;
    /** Whole days until its end, or since it; null without an end. */
    days: number | null;
    features: string[];
    id: number;
    issued_at: string | null;
    name: string;
    /** Of each account. */
    per_user: (LicenseCounts) | null;
    /** basic, plus, trial or evaluation. */
    plan: string;
    /** Why the licence server last said nothing; empty when it answered. */
    refresh_error: string;
    /** When the licence server last said that it holds; null for one from a file. */
    refreshed_at: string | null;
    /** When the licence server took it back. */
    revoked_at: string | null;
    /** evaluation, file or cloud. */
    source: string;
    state: (LicenseState) | null;
    /** In the file; empty for the evaluation licence. */
    uid: string;
    valid_from: string | null;
    /** Null: no end. */
    valid_to: string | null;
};
export type ListLicensesResponse = {
    instance_id: string;
    items: License[];
    /** A licence is ordered for one of these. */
    project_uid: string;
    total: number;
};
export type AddCloudLicenseRequestInput = {
    /** As the dealer received it: 25 characters in groups, letters and digits. */
    key?: string;
};
export type Feature = {
    /** Its licence has ended; what exists goes on until then, and nothing new is made. */
    grace_until: string | null;
    is_enabled: boolean;
    /** Null: unlimited. */
    maximum: number | null;
    /** As in the permission catalogue: sip, sip.trunks, identifier.guest, ... */
    name: string;
    /** Of features that are counted: sip, mobile_app and ukey2. */
    used: number | null;
};
export type ListFeaturesResponse = {
    items: Feature[];
};
export type ListGroupLicensesResponse = {
    /** Parents before children; the project itself first, for whoever sees all groups: its domain is null. */
    items: GroupLicense[];
    total: number;
};
export type LicenseStatus = "normal" | "no_license" | "will_expire" | "already_expired";
export type GetLicenseStatusResponse = {
    /** Days until the licence ends, or since it ended; null without an end. */
    days: number | null;
    status: (LicenseStatus) | null;
};
export type LicenseEndCount = {
    /** sip, mobile_app or ukey2. */
    kind: string;
    /** Null: unlimited. */
    maximum: number | null;
    /** How many would be suspended at once, the newest; of ukey2 those beyond `maximum` after the grace. */
    suspended: number;
    used: number;
};
export type LicenseEndPreview = {
    counts: LicenseEndCount[];
    /** Null without an end. */
    ends_at: string | null;
    /** Features that no other licence has. */
    features: string[];
    grace_days: number;
    /** Those of them that go on for what exists, for license_grace_days. */
    grace_features: string[];
};
export type VestibuleIdentityV1MobileClientInput525Input = {
    /** Model and version of the system, up to 200 characters. */
    info?: string;
    /** ios or android. */
    platform?: string;
    /** The installation's own identifier, up to 100 characters: signing in again replaces the entry. */
    vendor_id?: string;
};
export type LoginRequestInput = {
    /** E-mail or login name, up to 254 characters. */
    login?: string;
    /** Where a mobile application signs in: the device is kept in the user's list of mobile clients. */
    mobile_client?: (VestibuleIdentityV1MobileClientInput525Input) | null;
    /** Up to 256 characters. */
    password?: string;
    /** A session of 30 days in place of 12 hours. */
    remember?: boolean;
};
export type SecondFactorDemand = {
    /** totp, passkey, recovery_code: what the account has. */
    methods: string[];
    /** Opaque, valid 5 minutes. */
    ticket: string;
};
export type Project = {
    description: string;
    id: number;
    /** Whether a dealer's support session leads there. */
    is_support: boolean;
    name: string;
    /** Public identifier, a UUID. */
    uid: string;
};
export type Session = {
    project: (Project) | null;
    /** Refresh token: opaque, valid once. */
    refresh: string;
    /** Access token: EdDSA JWT, valid 10 minutes. */
    token: string;
};
export type LoginResponse = {
    second_factor: (SecondFactorDemand) | null;
    /** One for each project of the account; empty where a second factor is asked for. */
    sessions: Session[];
};
export type LoginPasskeyRequestInput = {
    /** PublicKeyCredential in its JSON form. */
    credential?: {
        [key: string]: any;
    } | null;
    remember?: boolean;
    state?: string;
};
export type StartPasskeyLoginRequestInput = {
    /** Of a SecondFactorDemand; null to sign in with the passkey alone. */
    ticket?: string | null;
};
export type PasskeyChallenge = {
    /** PublicKeyCredentialRequestOptions or PublicKeyCredentialCreationOptions of WebAuthn, in their JSON form. */
    options: {
        [key: string]: any;
    } | null;
    /** Names this attempt, valid 5 minutes. */
    state: string;
};
export type ListedProvider = {
    id: number;
    name: string;
    project_name: string;
};
export type ListIdentityProvidersResponse = {
    /** At most 50. */
    items: ListedProvider[];
};
export type FinishProviderLoginRequestInput = {
    code?: string;
    state?: string;
};
export type ProviderLogin = {
    state: string;
    /** Valid 10 minutes. */
    url: string;
};
export type LoginSecondFactorRequestInput = {
    /** Six digits of the authenticator, or a recovery code. */
    code?: string;
    ticket?: string;
};
export type LogoutRequestInput = {};
export type MailTemplate = {
    /** HTML, up to 100,000 characters; what is not safe in a mail is taken out when it is sent. */
    body: string;
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** Null for the project's. One template of a type for each group and language, and for the project. */
    domain: (Ref) | null;
    id: number;
    /** en or ru. */
    locale: string;
    /** The type's code: registration_code, registration_link, ... */
    mail_type_id: string;
    /** 1 to 200 characters; macros as {{name}}. */
    subject: string;
    updated_at: string | null;
};
export type ListMailTemplatesResponse = {
    items: MailTemplate[];
    page: number;
    size: number;
    total: number;
};
export type MailTemplateInput = {
    /** HTML, up to 100,000 characters; what is not safe in a mail is taken out when it is sent. */
    body?: string;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    /** Null for the project's. One template of a type for each group and language, and for the project. */
    domain?: (RefInput) | null;
    id?: number;
    /** en or ru. */
    locale?: string;
    /** The type's code: registration_code, registration_link, ... */
    mail_type_id?: string;
    /** 1 to 200 characters; macros as {{name}}. */
    subject?: string;
    updated_at?: string | null;
};
export type PreviewMailRequestInput = {
    body?: string;
    /** The group whose white label is shown; null for the project's. */
    domain_id?: number | null;
    locale?: string;
    mail_type_id?: string;
    subject?: string;
};
export type MailPreview = {
    html: string;
    subject: string;
    text: string;
};
export type SendMailPreviewRequestInput = {
    body?: string;
    domain_id?: number | null;
    email?: string;
    locale?: string;
    mail_type_id?: string;
    subject?: string;
};
export type MailText = {
    body: string;
    locale: string;
    subject: string;
};
export type MailMacro = {
    /** Without the braces. */
    name: string;
    /** The value that a preview shows. */
    sample: string;
};
export type MailTemplateType = {
    /** The platform's own texts, to begin with. */
    defaults: MailText[];
    id: string;
    macros: MailMacro[];
};
export type ListMailTemplateTypesResponse = {
    items: MailTemplateType[];
};
export type Marker = {
    /** As #rrggbb; #000000 where it is absent. */
    color: string | null;
    created_at: string | null;
    created_by_user: (Ref) | null;
    id: number;
    /** 1 to 31 characters, unique in the project. */
    name: string;
    /** Users who have it; exact up to 1,000. */
    users_count: number;
};
export type ListMarkersResponse = {
    items: Marker[];
    page: number;
    size: number;
    total: number;
};
export type MarkerInput = {
    /** As #rrggbb; #000000 where it is absent. */
    color?: string | null;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    id?: number;
    /** 1 to 31 characters, unique in the project. */
    name?: string;
    /** Users who have it; exact up to 1,000. */
    users_count?: number;
};
export type PopupAction = {
    /** As goto:page. */
    code: string;
    params: {
        [key: string]: any;
    } | null;
};
export type Significance = "normal" | "important";
export type Sound = {
    file: string;
    /** once or loop. */
    mode: string;
};
export type NotificationClass = "announce_received" | "announce_status_changed" | "conversation_received" | "conversation_message_received" | "sip_reboot_started" | "sip_reboot_completed" | "device_broker_settings_sent" | "identifier_used" | "revoked_identifier_used" | "device_alarm_enabled" | "device_alarm_disabled" | "device_alarm_processed" | "license_reminder" | "reservation_reminder" | "guest_key_used_first" | "webhook_problem" | "emergency_alert_problem" | "wallet_certificate_reminder" | "import_finished" | "emergency_alert_started" | "emergency_alert_ended";
export type Notification = {
    color: string;
    created_at: string | null;
    /** user, device, group (each {id, name}), identifier_type, identifier_number (masked for codes and QR codes), code, event_id,
    lock_number, created_at. */
    data: {
        [key: string]: any;
    } | null;
    icon: string;
    id: number;
    popup_action: (PopupAction) | null;
    read_at: string | null;
    significance: (Significance) | null;
    sound: (Sound) | null;
    "type": (NotificationClass) | null;
};
export type ListNotificationsResponse = {
    items: Notification[];
    total: number;
};
export type PushKey = {
    /** The installation's public key (VAPID, RFC 8292): 65 bytes in base64url. Empty where no push is set up. */
    public_key: string;
};
export type PushSubscriptionInput = {
    /** 16 bytes in base64url; not answered. */
    auth?: string;
    /** https, up to 1,000 characters. */
    endpoint?: string;
    /** The browser's public key, 65 bytes in base64url; not answered. */
    p256dh?: string;
};
export type PushSubscription = {
    /** 16 bytes in base64url; not answered. */
    auth: string;
    /** https, up to 1,000 characters. */
    endpoint: string;
    /** The browser's public key, 65 bytes in base64url; not answered. */
    p256dh: string;
};
export type DeletePushSubscriptionRequestInput = {
    endpoint?: string;
};
export type DeletePushSubscriptionResponse = {
    deleted: number;
};
export type ReadNotificationsRequestInput = {
    id?: number | null;
};
export type ReadNotificationsResponse = {
    read: number;
};
export type ClassSetting = {
    /** Shown in the console. */
    acs: boolean;
    /** Pushed to the user's browsers as well, while the console is closed; left as it is when unset. */
    push: boolean | null;
    "type": (NotificationClass) | null;
};
export type NotificationSettings = {
    settings: ClassSetting[];
};
export type ClassSettingInput = {
    /** Shown in the console. */
    acs?: boolean;
    /** Pushed to the user's browsers as well, while the console is closed; left as it is when unset. */
    push?: boolean | null;
    "type"?: (NotificationClass) | null;
};
export type NotificationSettingsInput = {
    settings?: ClassSettingInput[];
};
export type ListUnreadNotificationsResponse = {
    /** The latest 20 that are important. */
    important: Notification[];
    /** The latest 20. */
    items: Notification[];
    /** Exact up to 1,000. */
    total: number;
};
export type RecoverPasswordRequestInput = {
    email?: string;
};
export type ResetPasswordRequestInput = {
    /** Of the mail's link. */
    code?: string;
    /** 8 to 256 characters. */
    password?: string;
};
export type PermissionInfo = {
    code: string;
    /** The licence feature that it needs; null for none. */
    feature: string | null;
};
export type PermissionGroup = {
    name: string;
    permissions: PermissionInfo[];
};
export type ListPermissionsResponse = {
    groups: PermissionGroup[];
};
export type DeleteProfileRequestInput = {
    /** The account's password, where it has one. */
    password?: string;
};
export type LicenseInfo = {
    features: string[];
};
export type ProfileDetails = {
    address: string | null;
    /** dec or hex: how card numbers are shown. */
    identifier_format: string;
    is_app_popup_active: boolean;
    phone: string | null;
    project_id: number;
    sip_number: string | null;
    /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD. */
    time_format: string;
    /** IANA name; empty means the project's zone. */
    time_zone: string;
};
export type ProfileRole = {
    id: number;
    name: string;
    permissions: string[];
};
export type Profile = {
    avatar_url: string | null;
    domains: Ref[];
    email: string;
    id: number;
    /** Whether the account manages projects as a dealer. */
    is_dealer: boolean;
    is_invited: boolean;
    /** The session is a dealer's support session. */
    is_support: boolean;
    /** The e-mail was proved to be theirs: by a confirmation, an invitation's link, a recovery or the sign-in provider. */
    is_verified: boolean;
    license_info: (LicenseInfo) | null;
    /** One of the project's languages. One that the project has given up since stays until another is chosen. */
    locale: string;
    /** The project's languages, for reading: those to choose from. */
    locales: string[];
    name: string;
    profile: (ProfileDetails) | null;
    project: (Project) | null;
    role: (ProfileRole) | null;
};
export type LicenseInfoInput = {
    features?: string[];
};
export type ProfileDetailsInput = {
    address?: string | null;
    /** dec or hex: how card numbers are shown. */
    identifier_format?: string;
    is_app_popup_active?: boolean;
    phone?: string | null;
    project_id?: number;
    sip_number?: string | null;
    /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD. */
    time_format?: string;
    /** IANA name; empty means the project's zone. */
    time_zone?: string;
};
export type ProjectInput = {
    description?: string;
    id?: number;
    /** Whether a dealer's support session leads there. */
    is_support?: boolean;
    name?: string;
    /** Public identifier, a UUID. */
    uid?: string;
};
export type ProfileRoleInput = {
    id?: number;
    name?: string;
    permissions?: string[];
};
export type ProfileInput = {
    avatar_url?: string | null;
    domains?: RefInput[];
    email?: string;
    id?: number;
    /** Whether the account manages projects as a dealer. */
    is_dealer?: boolean;
    is_invited?: boolean;
    /** The session is a dealer's support session. */
    is_support?: boolean;
    /** The e-mail was proved to be theirs: by a confirmation, an invitation's link, a recovery or the sign-in provider. */
    is_verified?: boolean;
    license_info?: (LicenseInfoInput) | null;
    /** One of the project's languages. One that the project has given up since stays until another is chosen. */
    locale?: string;
    /** The project's languages, for reading: those to choose from. */
    locales?: string[];
    name?: string;
    profile?: (ProfileDetailsInput) | null;
    project?: (ProjectInput) | null;
    role?: (ProfileRoleInput) | null;
};
export type Avatar = {
    /** Path of the picture: a JPEG or PNG of 512 x 512 pixels at most. Changes with each new picture. */
    avatar_url: string;
};
export type SetMobileAppPopupRequestInput = {
    is_app_popup_active?: boolean;
};
export type AddPasskeyRequestInput = {
    /** PublicKeyCredential in its JSON form. */
    credential?: {
        [key: string]: any;
    } | null;
    name?: string;
    state?: string;
};
export type Passkey = {
    created_at: string | null;
    id: number;
    /** 1 to 100 characters. */
    name: string;
    used_at: string | null;
};
export type StartPasskeyRequestInput = {
    /** The password of the account. */
    password?: string;
};
export type ChangeProfilePasswordRequestInput = {
    /** 8 to 256 characters. */
    new_password?: string;
    old_password?: string;
};
export type RenewRecoveryCodesRequestInput = {
    password?: string;
};
export type RecoveryCodes = {
    codes: string[];
};
export type SecondFactorState = {
    is_totp_enabled: boolean;
    passkeys: Passkey[];
    recovery_codes_left: number;
};
export type VestibuleIdentityV1MobileClient524 = {
    auth_at: string | null;
    id: number;
    info: string;
    /** ios or android. */
    platform: string;
    sip_number: string | null;
    ukey2: string | null;
    vendor_id: string;
};
export type OwnSession = {
    created_at: string | null;
    expires_at: string | null;
    id: number;
    ip: string;
    /** The session that asks. */
    is_current: boolean;
    mobile_client: (VestibuleIdentityV1MobileClient524) | null;
    /** To which it is a session. */
    project: (Ref) | null;
    refreshed_at: string | null;
    /** As the browser or application names itself. */
    user_agent: string;
};
export type ListOwnSessionsResponse = {
    /** At most 500. */
    items: OwnSession[];
};
export type RevokeOtherSessionsRequestInput = {};
export type RevokeOtherSessionsResponse = {
    revoked: number;
};
export type OwnToken = {
    created_at: string | null;
    expires_at: string | null;
    id: number;
    /** Accurate to a minute; null while it was never used. */
    last_used_at: string | null;
    last_used_ip: string | null;
    name: string;
    /** The first 8 characters of the token. */
    prefix: string;
    /** `all`, `read_only` (every right whose code begins with can_view), or codes of the permission catalogue. */
    scopes: string[];
};
export type ListOwnTokensResponse = {
    items: OwnToken[];
};
export type CreateOwnTokenRequestInput = {
    /** 1 day to 366 days from now. */
    expires_at?: string | null;
    /** 1 to 31 characters. */
    name?: string;
    /** The caller's own. Whoever has none must have signed in within the last 15 minutes. */
    password?: string;
    /** `all`, `read_only`, or up to 500 codes of the permission catalogue. */
    scopes?: string[];
};
export type CreateOwnTokenResponse = {
    item: (OwnToken) | null;
    /** The token itself: it is answered here and never again. */
    token: string;
};
export type StartTotpRequestInput = {
    /** The password of the account. */
    password?: string;
};
export type TotpSecret = {
    /** Base32, to be typed. */
    secret: string;
    /** otpauth:// address, to be drawn as a QR code. */
    url: string;
};
export type ConfirmTotpRequestInput = {
    /** Six digits. */
    code?: string;
};
export type DisableTotpRequestInput = {
    password?: string;
};
export type ProjectAdministrator = {
    email: string;
    name: string;
};
export type ProjectCounts = {
    /** Null while the service that holds them does not answer. */
    devices: number | null;
    domains: number;
    identifiers: number | null;
    users: number;
};
export type DealerProject = {
    /** In CreateProject only. */
    administrator: (ProjectAdministrator) | null;
    /** For reading. */
    counts: (ProjectCounts) | null;
    created_at: string | null;
    /** Up to 1,000 characters. */
    description: string | null;
    id: number;
    is_suspended: boolean;
    /** en or ru: of what the platform says by itself. */
    locale: string | null;
    /** 1 to 100 characters. */
    name: string;
    /** IANA name; UTC where it is absent. */
    time_zone: string | null;
    uid: string;
};
export type ListProjectsResponse = {
    items: DealerProject[];
    page: number;
    size: number;
    total: number;
};
export type ProjectAdministratorInput = {
    email?: string;
    name?: string;
};
export type ProjectCountsInput = {
    /** Null while the service that holds them does not answer. */
    devices?: number | null;
    domains?: number;
    identifiers?: number | null;
    users?: number;
};
export type DealerProjectInput = {
    /** In CreateProject only. */
    administrator?: (ProjectAdministratorInput) | null;
    /** For reading. */
    counts?: (ProjectCountsInput) | null;
    created_at?: string | null;
    /** Up to 1,000 characters. */
    description?: string | null;
    id?: number;
    is_suspended?: boolean;
    /** en or ru: of what the platform says by itself. */
    locale?: string | null;
    /** 1 to 100 characters. */
    name?: string;
    /** IANA name; UTC where it is absent. */
    time_zone?: string | null;
    uid?: string;
};
export type RefreshRequestInput = {
    /** A refresh token. */
    token?: string;
};
export type RefreshResponse = {
    refresh: string;
    token: string;
};
export type RegisterRequestInput = {
    /** en or ru: of the mail, and of the user. May be left out: then it is the first of the browser's languages (Accept-Language) that the
    platform speaks. The project's own where there is none, or the project does not have it. */
    locale?: string;
    /** An e-mail. */
    login?: string;
    /** 1 to 100 characters. */
    name?: string;
    /** 8 to 256 characters. */
    password?: string;
    /** The project's uid; may be left out where one project only is open to registration. */
    project?: string | null;
};
export type RegisterResponse = {
    /** When the registration is void, unless it is confirmed. */
    expires_at: string | null;
    /** Names this registration, opaque. */
    registration: string;
    /** Seconds until another code may be asked for. */
    resend_after_seconds: number;
};
export type ConfirmAccountRequestInput = {
    token?: string;
};
export type ConfirmEmailRequestInput = {
    /** Six digits. */
    code?: string;
    registration?: string;
};
export type ResendRegistrationRequestInput = {
    /** The `registration` of the answer to the registration. */
    code?: string;
};
export type Invitation = {
    email: string;
    /** Where the account has a password already, that password is asked for in place of a new one. */
    has_password: boolean;
    name: string;
    project_name: string;
};
export type ValidatedAccess = {
    granted: boolean;
    /** 0 for all locks, 1 or 2; absent where access is refused. */
    lock_number: number | null;
};
export type ValidateHttpIdentifierResponse = {
    access: (ValidatedAccess) | null;
    handled: boolean;
};
export type LicenseDayCount = {
    /** sip, mobile_app or ukey2. */
    kind: string;
    /** Null: unlimited. */
    maximum: number | null;
    mean: number;
    peak: number;
};
export type LicenseDay = {
    counts: LicenseDayCount[];
    date: string;
};
export type LicensesOverPeriod = {
    days: LicenseDay[];
};
export type UsedLicenses = {
    domain: (Ref) | null;
    /** Whether the group has limits of its own. */
    is_active: boolean;
    parent_id: number | null;
    period: (LicensePeriod) | null;
    quotas: LicenseQuota[];
};
export type ListUsedLicensesResponse = {
    items: UsedLicenses[];
    page: number;
    size: number;
    total: number;
};
export type FieldMeta = {
    choices: string[];
    name: string;
    rules: string[];
    sortable: boolean;
    /** int, text, bool, time, choice. */
    "type": string;
};
export type ResourceMeta = {
    fields: FieldMeta[];
    /** As the path has it: users, time-rules. */
    resource: string;
};
export type ListResourceMetaResponse = {
    items: ResourceMeta[];
};
export type Role = {
    /** Roles that a holder of this one may assign. */
    available_roles: Ref[];
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    id: number;
    /** Made with the project; cannot be deleted. */
    is_default: boolean;
    name: string;
    permissions: string[];
    updated_at: string | null;
    /** Users who have it; exact up to 1,000. */
    users_count: number;
};
export type ListRolesResponse = {
    items: Role[];
    page: number;
    size: number;
    total: number;
};
export type RoleInput = {
    /** Roles that a holder of this one may assign. */
    available_roles?: RefInput[];
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    id?: number;
    /** Made with the project; cannot be deleted. */
    is_default?: boolean;
    name?: string;
    permissions?: string[];
    updated_at?: string | null;
    /** Users who have it; exact up to 1,000. */
    users_count?: number;
};
export type DeleteAllRolesRequestInput = {
    gently?: boolean;
    /** Up to 500 ids. */
    items?: number[];
};
export type RoleSetting = {
    /** `registration`: who registers gets the role; `user_type`: who registers as this type does; `identity_provider`: who
    first signs in by the provider does. */
    kind: string;
    /** Of the user type or the provider; empty for `registration`. */
    name: string;
};
export type RoleDependency = {
    role: (Ref) | null;
    /** Roles whose holders may assign it. */
    roles: Ref[];
    /** Settings of the project that name it. */
    settings: RoleSetting[];
    /** The first 20 of the users who have it. */
    users: Ref[];
    users_count: number;
};
export type DeleteAllRolesResponse = {
    deleted_items: Ref[];
    dependencies: RoleDependency[];
    items: ItemResult[];
};
export type DeleteRoleResponse = {
    deleted_items: Ref[];
    dependencies: RoleDependency[];
};
export type FoundEntity = {
    /** What tells it from others of the name: an e-mail, a serial number, the number of an identifier; may be empty. */
    detail: string;
    id: number;
    /** Whether a whole word, or the whole number, is what was asked for. */
    is_exact: boolean;
    /** user, group, device, identifier, sip_number, access_rule or time_rule. */
    kind: string;
    name: string;
};
export type SearchResponse = {
    items: FoundEntity[];
    /** Services that did not answer in time: what they have is missing. */
    missing_services: string[];
};
export type SelfRegisterRequestInput = {
    code?: string;
    /** As in RegisterRequest. */
    locale?: string;
    /** 1 to 100 characters: the name of the root group that is made. */
    object_name?: string;
    user_email?: string;
    user_name?: string;
    /** 8 to 256 characters. */
    user_password?: string;
    /** One of the offered. */
    user_type?: string;
};
export type SelfRegistration = {
    /** Names that the field for the object suggests: company, house, apartment, ... */
    object_names: string[];
    project_name: string;
    user_types: string[];
};
export type DeadLetter = {
    bytes: number;
    /** When it was given up; unset when the broker does not say. */
    died_at: string | null;
    /** Of the event. Two letters with one id are the same event twice. */
    id: string;
    /** 0 when the event does not say. */
    project_id: number;
    /** As access.identifier.changed. */
    topic: string;
};
export type ListDeadLettersResponse = {
    items: DeadLetter[];
    /** How many there are, with those that are not among the items. */
    total: number;
};
export type ReplayDeadLettersRequestInput = {
    /** Up to 200; empty for all that are there when the call begins. */
    ids?: string[];
    service?: string;
};
export type ReplayDeadLettersResponse = {
    replayed: number;
};
export type Pod = {
    is_ready: boolean;
    name: string;
    node: string | null;
    /** What runs in it, as telephony. */
    part: string;
    /** As Kubernetes says it: Pending, Running, Succeeded, Failed, Unknown; Terminating while it goes. */
    phase: string;
    /** Why a container waits, or ended last, as CrashLoopBackOff or OOMKilled. */
    reason: string | null;
    /** How often its containers began again. */
    restarts: number;
    started_at: string | null;
};
export type Pods = {
    /** By what runs in them. */
    items: Pod[];
    /** Why they are not known, when the API server does not say. */
    message: string;
};
export type ServiceInfo = {
    /** Size of its database in bytes; unset when there is none or it does not answer. */
    database_bytes: number | null;
    dead_events: number | null;
    is_ready: boolean;
    /** The replica that does the work that one is enough for, by the name of its pod; empty while there is none. Unset where
    replicas elect nobody, and for all but dealers. */
    leader: string | null;
    /** What is missing, when it is not ready. */
    message: string;
    name: string;
    /** Unset when the service does not answer. */
    version: string | null;
    /** Events that wait in its queue, and events that it could not take; unset when it has no queue or RabbitMQ does not
    answer. */
    waiting_events: number | null;
};
export type ServerInfo = {
    /** What the services run in; unset where it is not Kubernetes, and for all but dealers. */
    pods: (Pods) | null;
    services: ServiceInfo[];
    version: string;
};
export type CertificateUse = "public_address" | "rabbitmq" | "redis" | "files" | "mqtt" | "authority" | "sip";
export type CertificateEnd = {
    /** Unset when it is not known: see `message`. */
    expires_at: string | null;
    message: string;
    /** Host and port that were asked, or the subject of an authority; the service that asks them, when it does not answer. */
    name: string;
    use: (CertificateUse) | null;
};
export type FileFolder = {
    bytes: number;
    files: number;
    name: string;
};
export type FileStorageKind = "folder" | "bucket";
export type FileStorage = {
    /** Of the disk that a folder lies on; unset for a bucket. */
    disk_bytes: number | null;
    /** By the folder at the top of the store. */
    folders: FileFolder[];
    free_disk_bytes: number | null;
    /** False when there are more files than were counted. */
    is_complete: boolean;
    kind: (FileStorageKind) | null;
    /** Why nothing is known, when the store does not answer. */
    message: string;
};
export type Installation = {
    /** The next end first. */
    certificates: CertificateEnd[];
    files: (FileStorage) | null;
};
export type ServerSettings = {
    default_locale: string;
    /** Licence features that are on for the server. */
    features: string[];
    locales: string[];
    name: string;
    /** Whether somebody may register without an invitation. */
    registration: boolean;
    version: string;
};
export type AppleWalletSettings = {
    backfields: WalletField[];
    background_color: string | null;
    barcode_alt_text: string | null;
    /** The pass type certificate, in PEM: RSA, not expired, its subject with a UID (the pass type) and an OU (the team). */
    certificate: string | null;
    certificate_expires_at: string | null;
    developer_name: string | null;
    developer_name_color: string | null;
    font_color: string | null;
    /** The certificate that signed it, in PEM. */
    intermediate: string | null;
    /** As in AppleWallet. */
    is_enabled: boolean;
    /** Read from the certificate. */
    pass_type_id: string | null;
    /** The key of the certificate: RSA in PEM, PKCS#8 or PKCS#1. Write only: comes back as ******** when set. */
    private_key: string | null;
    team_id: string | null;
};
export type AppleWalletSettingsInput = {
    backfields?: WalletFieldInput[];
    background_color?: string | null;
    barcode_alt_text?: string | null;
    /** The pass type certificate, in PEM: RSA, not expired, its subject with a UID (the pass type) and an OU (the team). */
    certificate?: string | null;
    certificate_expires_at?: string | null;
    developer_name?: string | null;
    developer_name_color?: string | null;
    font_color?: string | null;
    /** The certificate that signed it, in PEM. */
    intermediate?: string | null;
    /** As in AppleWallet. */
    is_enabled?: boolean;
    /** Read from the certificate. */
    pass_type_id?: string | null;
    /** The key of the certificate: RSA in PEM, PKCS#8 or PKCS#1. Write only: comes back as ******** when set. */
    private_key?: string | null;
    team_id?: string | null;
};
export type BrokerRolloutState = "running" | "completed" | "stopped";
export type BrokerRolloutStep = "canary" | "tenth" | "all";
export type BrokerRollout = {
    /** Of the project that speak MQTT. */
    devices: number;
    ended_at: string | null;
    /** Empty unless it was stopped. */
    error: string;
    failed: number;
    moved: number;
    /** Sent the new broker, those of them that have come back over it, and those that have not in time. */
    sent: number;
    started_at: string | null;
    state: (BrokerRolloutState) | null;
    step: (BrokerRolloutStep) | null;
    /** Where the devices are moved to; empty for the broker of the installation. */
    url: string;
    user_name: string;
};
export type BrokerSettings = {
    certificate_expires_at: string | null;
    /** Whom the certificate names, and how long it is good; unset without a broker of the project's own. */
    certificate_subject: string;
    has_authority: boolean;
    has_password: boolean;
    /** Whether the platform is connected to it. */
    is_connected: boolean;
    login: string;
    manages_users: boolean;
    /** The last one; unset when there was none. */
    rollout: (BrokerRollout) | null;
    /** Empty: the devices use the broker of the installation. */
    url: string;
};
export type RegistrationSettings = {
    domain: (Ref) | null;
    is_enabled: boolean;
    /** What they become, and where. Both are needed when it is enabled. */
    role: (Ref) | null;
};
export type UserTypeSettings = {
    /** 1 to 31 characters. */
    name: string;
    role: (Ref) | null;
};
export type SelfRegistrationSettings = {
    /** 6 to 64 letters, digits, dash or underscore, unique in the installation; made when it is enabled without one. */
    invitation_code: string | null;
    is_enabled: boolean;
    /** Suggestions for the object's name; at most 20. */
    object_names: string[];
    /** At least one when it is enabled; at most 20, with names that differ. */
    user_types: UserTypeSettings[];
};
export type GeneralSettings = {
    /** Days that events of devices are stored: 7 to 3,650; 365 until somebody says otherwise. */
    event_days: number;
    /** Days that images of devices' events are stored: 1 to 365; 30 until somebody says otherwise. */
    event_image_days: number;
    /** Whether a photo of a face is taken only with the consent of whoever is on it; true until somebody switches it off. */
    face_consent_required: boolean;
    /** dec or hex: of new users. */
    identifier_format: string;
    /** The language of what the platform says by itself: en or ru. */
    locale: string;
    /** Languages that users may choose, at least one. Who has one that is taken away keeps it until they choose another. */
    locales: string[];
    registration: (RegistrationSettings) | null;
    self_registration: (SelfRegistrationSettings) | null;
    /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD: of new users, and of times that mails name, in the project's zone. */
    time_format: string;
    /** IANA name of the project's zone. */
    time_zone: string;
};
export type RegistrationSettingsInput = {
    domain?: (RefInput) | null;
    is_enabled?: boolean;
    /** What they become, and where. Both are needed when it is enabled. */
    role?: (RefInput) | null;
};
export type UserTypeSettingsInput = {
    /** 1 to 31 characters. */
    name?: string;
    role?: (RefInput) | null;
};
export type SelfRegistrationSettingsInput = {
    /** 6 to 64 letters, digits, dash or underscore, unique in the installation; made when it is enabled without one. */
    invitation_code?: string | null;
    is_enabled?: boolean;
    /** Suggestions for the object's name; at most 20. */
    object_names?: string[];
    /** At least one when it is enabled; at most 20, with names that differ. */
    user_types?: UserTypeSettingsInput[];
};
export type GeneralSettingsInput = {
    /** Days that events of devices are stored: 7 to 3,650; 365 until somebody says otherwise. */
    event_days?: number;
    /** Days that images of devices' events are stored: 1 to 365; 30 until somebody says otherwise. */
    event_image_days?: number;
    /** Whether a photo of a face is taken only with the consent of whoever is on it; true until somebody switches it off. */
    face_consent_required?: boolean;
    /** dec or hex: of new users. */
    identifier_format?: string;
    /** The language of what the platform says by itself: en or ru. */
    locale?: string;
    /** Languages that users may choose, at least one. Who has one that is taken away keeps it until they choose another. */
    locales?: string[];
    registration?: (RegistrationSettingsInput) | null;
    self_registration?: (SelfRegistrationSettingsInput) | null;
    /** DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD: of new users, and of times that mails name, in the project's zone. */
    time_format?: string;
    /** IANA name of the project's zone. */
    time_zone?: string;
};
export type IdentityProvider = {
    client_id: string;
    /** Write only: comes back as ******** when set. */
    client_secret: string | null;
    /** The group of such a user. */
    domain: (Ref) | null;
    is_enabled: boolean;
    /** Shown on the sign-in page to everybody. */
    is_listed: boolean;
    /** https; its /.well-known/openid-configuration is read. */
    issuer_url: string;
    /** 1 to 31 characters: "Sign in with NAME". */
    name: string;
    /** What the provider must allow as a redirect; for reading. */
    redirect_url: string;
    /** The role of a user who is made at the first sign-in; null: nobody is made. */
    role: (Ref) | null;
    /** Besides openid: email and profile by default. */
    scopes: string[];
};
export type IdentityProviderInput = {
    client_id?: string;
    /** Write only: comes back as ******** when set. */
    client_secret?: string | null;
    /** The group of such a user. */
    domain?: (RefInput) | null;
    is_enabled?: boolean;
    /** Shown on the sign-in page to everybody. */
    is_listed?: boolean;
    /** https; its /.well-known/openid-configuration is read. */
    issuer_url?: string;
    /** 1 to 31 characters: "Sign in with NAME". */
    name?: string;
    /** What the provider must allow as a redirect; for reading. */
    redirect_url?: string;
    /** The role of a user who is made at the first sign-in; null: nobody is made. */
    role?: (RefInput) | null;
    /** Besides openid: email and profile by default. */
    scopes?: string[];
};
export type MailSettings = {
    /** none, starttls or tls. */
    encryption: string;
    from_email: string | null;
    from_name: string | null;
    host: string | null;
    /** Off: the installation's own mail server is used. */
    is_enabled: boolean;
    /** Write only: comes back as ******** when set. */
    password: string | null;
    /** 1 to 65,535; 587 by default. */
    port: number;
    user_name: string | null;
};
export type MailSettingsInput = {
    /** none, starttls or tls. */
    encryption?: string;
    from_email?: string | null;
    from_name?: string | null;
    host?: string | null;
    /** Off: the installation's own mail server is used. */
    is_enabled?: boolean;
    /** Write only: comes back as ******** when set. */
    password?: string | null;
    /** 1 to 65,535; 587 by default. */
    port?: number;
    user_name?: string | null;
};
export type SendTestMailRequestInput = {
    email?: string;
};
export type PushServerSettings = {
    /** PEM. Write only: comes back as ******** when set. */
    cert_file: string | null;
    cert_file_name: string | null;
    is_enabled: boolean;
    /** 1 to 65,535; 80 by default. */
    server_port: number;
    server_url: string | null;
    user_name: string | null;
    /** Write only: comes back as ******** when set. */
    user_pass: string | null;
};
export type PushServerSettingsInput = {
    /** PEM. Write only: comes back as ******** when set. */
    cert_file?: string | null;
    cert_file_name?: string | null;
    is_enabled?: boolean;
    /** 1 to 65,535; 80 by default. */
    server_port?: number;
    server_url?: string | null;
    user_name?: string | null;
    /** Write only: comes back as ******** when set. */
    user_pass?: string | null;
};
export type DomainsSipSettings = {
    /** First and last virtual number that is given out, up to 12 digits. */
    first_number: string | null;
    /** Whether the project's numbers register and call; true until somebody switches it off. */
    is_enabled: boolean;
    last_number: string | null;
    /** Host name or address that devices and phones register at; null for the installation's own. */
    proxy_address: string | null;
    /** 1 to 65,535. */
    proxy_port: number;
    /** What devices are told as the SIP domain of the server at proxy_address, where that is another's; without a
    proxy_address it has no effect. Null for the installation's own domain of the project. */
    realm_address: string | null;
    stun_address: string | null;
    stun_port: number;
    /** Seconds, 10 to 7,200: how long a call of a panel may be talked, and waited or held in. Calls for help and those of
    people have no such end. */
    talk_timeout: number;
    /** udp, tcp or tls. */
    transport: string;
    turn_address: string | null;
    /** Write only: comes back as ******** when set. */
    turn_password: string | null;
    turn_port: number;
    turn_user_name: string | null;
};
export type DomainsSipSettingsInput = {
    /** First and last virtual number that is given out, up to 12 digits. */
    first_number?: string | null;
    /** Whether the project's numbers register and call; true until somebody switches it off. */
    is_enabled?: boolean;
    last_number?: string | null;
    /** Host name or address that devices and phones register at; null for the installation's own. */
    proxy_address?: string | null;
    /** 1 to 65,535. */
    proxy_port?: number;
    /** What devices are told as the SIP domain of the server at proxy_address, where that is another's; without a
    proxy_address it has no effect. Null for the installation's own domain of the project. */
    realm_address?: string | null;
    stun_address?: string | null;
    stun_port?: number;
    /** Seconds, 10 to 7,200: how long a call of a panel may be talked, and waited or held in. Calls for help and those of
    people have no such end. */
    talk_timeout?: number;
    /** udp, tcp or tls. */
    transport?: string;
    turn_address?: string | null;
    /** Write only: comes back as ******** when set. */
    turn_password?: string | null;
    turn_port?: number;
    turn_user_name?: string | null;
};
export type SharedView = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    id: number;
    /** The list, as the API's path has it: users, access-rules, events/devices. At most 40 characters. */
    list: string;
    /** 1 to 40 characters, unique in the list. */
    name: string;
    /** The query string of the console's address with `?`, at most 2,000 characters; empty for the list as it is. */
    search: string;
};
export type ListSharedViewsResponse = {
    items: SharedView[];
};
export type SharedViewInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    id?: number;
    /** The list, as the API's path has it: users, access-rules, events/devices. At most 40 characters. */
    list?: string;
    /** 1 to 40 characters, unique in the list. */
    name?: string;
    /** The query string of the console's address with `?`, at most 2,000 characters; empty for the list as it is. */
    search?: string;
};
export type ForwardMode = "disabled" | "manual" | "picked";
export type SipNumber = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    device: (Ref) | null;
    /** The group that it belongs to. Absent on creation: the device's, or the user's first. */
    domain: (Ref) | null;
    /** Needed with picked. */
    forward_group: (Ref) | null;
    forward_mode: (ForwardMode) | null;
    /** At most 20; needs one with manual. */
    forward_rules: ForwardQueue[];
    id: number;
    /** Whether it may register and be called; true when absent on creation. Needs can_activate_sip_number to change. */
    is_active: boolean | null;
    /** The group's general number: dialled, it rings the group's people, or as the group's forward settings say. One a
    group, of no user and no device; it cannot be deleted while it is one. */
    is_general: boolean;
    /** Whether a phone or panel is registered with it now; in GetSipNumber, null elsewhere and when the edge is away. */
    is_registered: boolean | null;
    /** Kept free: not given out by generation, to no user and no device. */
    is_reserved: boolean;
    /** Made for the platform's own use; only who holds can_mark_system_sip_number may set it, change or delete the number. */
    is_system: boolean;
    /** Up to 100 characters. */
    name: string;
    /** 1 to 12 digits, unique in the project. The next free one when a number is made without. */
    "number": string;
    /** Write only: comes back as ********. 8 to 31 letters and digits: at least one digit, one lower and one upper case
    letter. Made when a number is made without. */
    password: string | null;
    updated_at: string | null;
    /** Of one of the two at most. A device has one number. */
    user: (Ref) | null;
};
export type ListSipNumbersResponse = {
    items: SipNumber[];
    page: number;
    size: number;
    total: number;
};
export type SipNumberInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    device?: (RefInput) | null;
    /** The group that it belongs to. Absent on creation: the device's, or the user's first. */
    domain?: (RefInput) | null;
    /** Needed with picked. */
    forward_group?: (RefInput) | null;
    forward_mode?: (ForwardMode) | null;
    /** At most 20; needs one with manual. */
    forward_rules?: ForwardQueueInput[];
    id?: number;
    /** Whether it may register and be called; true when absent on creation. Needs can_activate_sip_number to change. */
    is_active?: boolean | null;
    /** The group's general number: dialled, it rings the group's people, or as the group's forward settings say. One a
    group, of no user and no device; it cannot be deleted while it is one. */
    is_general?: boolean;
    /** Whether a phone or panel is registered with it now; in GetSipNumber, null elsewhere and when the edge is away. */
    is_registered?: boolean | null;
    /** Kept free: not given out by generation, to no user and no device. */
    is_reserved?: boolean;
    /** Made for the platform's own use; only who holds can_mark_system_sip_number may set it, change or delete the number. */
    is_system?: boolean;
    /** Up to 100 characters. */
    name?: string;
    /** 1 to 12 digits, unique in the project. The next free one when a number is made without. */
    "number"?: string;
    /** Write only: comes back as ********. 8 to 31 letters and digits: at least one digit, one lower and one upper case
    letter. Made when a number is made without. */
    password?: string | null;
    updated_at?: string | null;
    /** Of one of the two at most. A device has one number. */
    user?: (RefInput) | null;
};
export type ContactUser = {
    description: string | null;
    id: number;
    name: string;
};
export type Contact = {
    /** Null for a person. */
    device: (Ref) | null;
    domain: (Ref) | null;
    /** Of the number. */
    id: number;
    name: string;
    "number": string;
    user: (ContactUser) | null;
};
export type ListContactsResponse = {
    items: Contact[];
};
export type GenerateSipNumbersRequestInput = {
    /** 1 to 500. */
    count?: number;
    domain?: (RefInput) | null;
    /** true when absent. */
    is_active?: boolean | null;
};
export type GenerateSipNumbersResponse = {
    items: SipNumber[];
};
export type CallInfo = {
    /** The groups from the root to that of the number, as "Green Park, Building 1, Apartment 12". */
    address: string;
    device: (Ref) | null;
    user: (Ref) | null;
};
export type ReinitSipServiceRequestInput = {};
export type ReinitSipServiceResponse = {
    /** Accounts that were written. */
    accounts: number;
};
export type RestartSipServiceRequestInput = {};
export type SipServicePart = {
    is_ready: boolean;
    /** What is wrong, when it is not ready. */
    message: string | null;
    /** edge, media, call_control. */
    name: string;
    version: string | null;
};
export type SipServiceState = "running" | "restarting" | "degraded" | "stopped";
export type SipServiceStatus = {
    active_calls: number;
    parts: SipServicePart[];
    /** Of the project. */
    registered_numbers: number;
    started_at: string | null;
    state: (SipServiceState) | null;
};
export type TrunkStatus = "ready" | "registering" | "registered" | "error";
export type SipTrunk = {
    created_at: string | null;
    created_by_user: (Ref) | null;
    /** At least one: whose people and panels may call out through it. */
    domains: Ref[];
    id: number;
    /** Whether the trunk registers at the provider; needs a login and a password. */
    is_registration_enabled: boolean;
    login: string | null;
    /** 1 to 100 characters. */
    name: string;
    /** The number shown outside, in international format. */
    outgoing_number: string;
    /** Write only: comes back as ********. */
    password: string | null;
    status: (TrunkStatus) | null;
    status_message: string | null;
    /** The provider: sip:host, sip:host:port, with ;transport=udp, tcp or tls. */
    termination_uri: string;
    updated_at: string | null;
};
export type ListSipTrunksResponse = {
    items: SipTrunk[];
    page: number;
    size: number;
    total: number;
};
export type SipTrunkInput = {
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    /** At least one: whose people and panels may call out through it. */
    domains?: RefInput[];
    id?: number;
    /** Whether the trunk registers at the provider; needs a login and a password. */
    is_registration_enabled?: boolean;
    login?: string | null;
    /** 1 to 100 characters. */
    name?: string;
    /** The number shown outside, in international format. */
    outgoing_number?: string;
    /** Write only: comes back as ********. */
    password?: string | null;
    status?: (TrunkStatus) | null;
    status_message?: string | null;
    /** The provider: sip:host, sip:host:port, with ;transport=udp, tcp or tls. */
    termination_uri?: string;
    updated_at?: string | null;
};
export type ApplySiteResponse = {
    /** What is applied, and its state; unset when there is nothing to change. */
    backup: (Backup) | null;
    plan: (BackupPlan) | null;
};
export type ManagedGroups = {
    /** Of the file; unset when none was applied. */
    applied_at: string | null;
    applied_by_user: (Ref) | null;
    /** Each with everything below it. */
    group_ids: number[];
    /** The whole project is. */
    project: boolean;
};
export type SiteDrift = {
    managed: (ManagedGroups) | null;
    /** By which everything would be as the file says; unset when nothing is managed. */
    plan: (BackupPlan) | null;
};
export type TimeRule = {
    /** Access rules that use it. */
    access_rules: Ref[];
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    /** Whether `time_zone` is its own, or the project's. For reading only. */
    has_own_zone: boolean;
    id: number;
    /** True for a new one that does not say. */
    is_all_day: boolean;
    /** UUID under which devices hold it. */
    link_id: string;
    /** 1 to 100 characters. */
    name: string;
    /** first to fifth, last. */
    repeat_custom_day_iteration: string | null;
    /** mon to sun, week_day, day_off. */
    repeat_custom_day_type: string | null;
    /** 1 to 31. */
    repeat_custom_days: number[];
    /** 1 to 1000; 1 for a new one that does not say. */
    repeat_custom_looper: number;
    /** daily, the default, weekly, monthly, yearly. */
    repeat_custom_mode: string;
    /** 1 to 12. */
    repeat_custom_monthes: number[];
    repeat_custom_use_day_types: boolean;
    /** mon to sun. */
    repeat_custom_weekdays: string[];
    /** 1 for a new one that does not say. */
    repeat_duration_count: number;
    /** infinitely, the default, until, count. */
    repeat_duration_mode: string;
    /** A date, as 2027-01-31. */
    repeat_duration_until: string | null;
    /** never, the default, day, week, two_weeks, month, year, custom. */
    repeat_mode: string;
    /** IANA name of the zone that it goes by. One that is made or changed with an empty name has no zone of its own: it
    goes by the project's, and on by its next one when the project's zone changes. */
    time_zone: string;
    updated_at: string | null;
    /** Start and end of the first period, wall clock of `time_zone`, as 2026-11-23T08:00:00. */
    valid_from: string;
    valid_to: string;
};
export type ListTimeRulesResponse = {
    items: TimeRule[];
    page: number;
    size: number;
    total: number;
};
export type TimeRuleInput = {
    /** Access rules that use it. */
    access_rules?: RefInput[];
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    /** Whether `time_zone` is its own, or the project's. For reading only. */
    has_own_zone?: boolean;
    id?: number;
    /** True for a new one that does not say. */
    is_all_day?: boolean;
    /** UUID under which devices hold it. */
    link_id?: string;
    /** 1 to 100 characters. */
    name?: string;
    /** first to fifth, last. */
    repeat_custom_day_iteration?: string | null;
    /** mon to sun, week_day, day_off. */
    repeat_custom_day_type?: string | null;
    /** 1 to 31. */
    repeat_custom_days?: number[];
    /** 1 to 1000; 1 for a new one that does not say. */
    repeat_custom_looper?: number;
    /** daily, the default, weekly, monthly, yearly. */
    repeat_custom_mode?: string;
    /** 1 to 12. */
    repeat_custom_monthes?: number[];
    repeat_custom_use_day_types?: boolean;
    /** mon to sun. */
    repeat_custom_weekdays?: string[];
    /** 1 for a new one that does not say. */
    repeat_duration_count?: number;
    /** infinitely, the default, until, count. */
    repeat_duration_mode?: string;
    /** A date, as 2027-01-31. */
    repeat_duration_until?: string | null;
    /** never, the default, day, week, two_weeks, month, year, custom. */
    repeat_mode?: string;
    /** IANA name of the zone that it goes by. One that is made or changed with an empty name has no zone of its own: it
    goes by the project's, and on by its next one when the project's zone changes. */
    time_zone?: string;
    updated_at?: string | null;
    /** Start and end of the first period, wall clock of `time_zone`, as 2026-11-23T08:00:00. */
    valid_from?: string;
    valid_to?: string;
};
export type PreviewTimeRuleRequestInput = {
    /** At most 366 days and 1,000 periods. */
    "from"?: string | null;
    /** A saved schedule, or */
    id?: number | null;
    /** one that is not saved. */
    time_rule?: (TimeRuleInput) | null;
    to?: string | null;
};
export type Period = {
    "from": string | null;
    to: string | null;
};
export type PreviewTimeRuleResponse = {
    /** Whether it holds now, and when that changes next. */
    is_open_now: boolean;
    next_change: string | null;
    periods: Period[];
    truncated: boolean;
};
export type ServiceToken = {
    created_at: string | null;
    /** Null when they are no longer a user. */
    created_by_user: (Ref) | null;
    /** The groups to which the role's rights of groups refer. */
    domains: Ref[];
    expires_at: string | null;
    id: number;
    /** Accurate to a minute; null while it was never used. */
    last_used_at: string | null;
    last_used_ip: string | null;
    name: string;
    /** The first 8 characters of the token. */
    prefix: string;
    /** Changes of the role take effect at once; with the role the token is deleted. */
    role: (Ref) | null;
    /** As those of an own token: what of the role's rights it has. */
    scopes: string[];
};
export type ListServiceTokensResponse = {
    items: ServiceToken[];
};
export type CreateServiceTokenRequestInput = {
    /** Up to 100. */
    domains?: RefInput[];
    /** 1 day to 366 days from now. */
    expires_at?: string | null;
    /** 1 to 31 characters. */
    name?: string;
    /** The caller's own. Whoever has none must have signed in within the last 15 minutes. */
    password?: string;
    role?: (RefInput) | null;
    /** `all`, `read_only`, or up to 500 codes of the permission catalogue. */
    scopes?: string[];
};
export type CreateServiceTokenResponse = {
    item: (ServiceToken) | null;
    /** The token itself: it is answered here and never again. */
    token: string;
};
export type Ukey2Client = {
    id: number;
    info: string;
    /** ios or android. */
    platform: string;
};
export type Ukey2Key = {
    client: (Ukey2Client) | null;
    /** The group that it counts to: its user's first. */
    domain: (Ref) | null;
    id: number;
    /** False for one that an operator has switched off, or that is over the number of a licence. */
    is_active: boolean;
    issued_at: string | null;
    /** Null for one that the platform has issued. */
    issued_by: (Ref) | null;
    /** When it opened a door last, as far as devices have told. */
    last_used_at: string | null;
    name: string;
    /** Set when it was revoked, for good. */
    revoked_at: string | null;
    user: (Ref) | null;
};
export type ListUkey2KeysResponse = {
    items: Ukey2Key[];
    page: number;
    size: number;
    total: number;
};
export type IssueUkey2KeyRequestInput = {
    /** As GET /users/{id}/mobile-clients answers it; signed in. */
    mobile_client_id?: number;
    /** Revokes the live key of the installation with it. */
    replace?: boolean;
    user_id?: number;
};
export type UserMarker = {
    /** As #rrggbb. */
    color: string;
    id: number;
    name: string;
};
export type UserDetails = {
    address: string | null;
    /** International format, as +31201234567. */
    phone: string | null;
};
export type User = {
    /** When they were first made active, whether or not they have signed in since. */
    activated_at: string | null;
    avatar_url: string | null;
    created_at: string | null;
    created_by_user: (Ref) | null;
    description: string | null;
    /** At least one group. */
    domains: Ref[];
    /** Lifts go to public floors only for them. */
    elevator_access_disabled: boolean;
    email: string | null;
    /** Whether signing in asks for more than the password: for whoever may remove it; null in lists. */
    has_second_factor: boolean | null;
    id: number;
    /** A user who is not active cannot sign in, and their identifiers open nothing. True for a new one that does not say. */
    is_active: boolean;
    /** Invited and without a password until now. */
    is_invited: boolean;
    /** Users who belong together, as a household: the link holds both ways. At most 50. */
    linked_users: Ref[];
    /** Name to sign in with besides the e-mail; unique in the installation. */
    login: string | null;
    /** Changed with can_apply_marker_user only. */
    markers: UserMarker[];
    /** 1 to 100 characters. */
    name: string;
    /** Write only: comes back as ******** when set. */
    password: string | null;
    profile: (UserDetails) | null;
    role: (Ref) | null;
    /** Only in CreateUser; true where it is absent and the user has an e-mail but no password. */
    send_registration_link: boolean | null;
    updated_at: string | null;
};
export type ListUsersResponse = {
    items: User[];
    page: number;
    size: number;
    /** Exact up to 10,000; 10,001 means more. */
    total: number;
};
export type UserMarkerInput = {
    /** As #rrggbb. */
    color?: string;
    id?: number;
    name?: string;
};
export type UserDetailsInput = {
    address?: string | null;
    /** International format, as +31201234567. */
    phone?: string | null;
};
export type UserInput = {
    /** When they were first made active, whether or not they have signed in since. */
    activated_at?: string | null;
    avatar_url?: string | null;
    created_at?: string | null;
    created_by_user?: (RefInput) | null;
    description?: string | null;
    /** At least one group. */
    domains?: RefInput[];
    /** Lifts go to public floors only for them. */
    elevator_access_disabled?: boolean;
    email?: string | null;
    /** Whether signing in asks for more than the password: for whoever may remove it; null in lists. */
    has_second_factor?: boolean | null;
    id?: number;
    /** A user who is not active cannot sign in, and their identifiers open nothing. True for a new one that does not say. */
    is_active?: boolean;
    /** Invited and without a password until now. */
    is_invited?: boolean;
    /** Users who belong together, as a household: the link holds both ways. At most 50. */
    linked_users?: RefInput[];
    /** Name to sign in with besides the e-mail; unique in the installation. */
    login?: string | null;
    /** Changed with can_apply_marker_user only. */
    markers?: UserMarkerInput[];
    /** 1 to 100 characters. */
    name?: string;
    /** Write only: comes back as ******** when set. */
    password?: string | null;
    profile?: (UserDetailsInput) | null;
    role?: (RefInput) | null;
    /** Only in CreateUser; true where it is absent and the user has an e-mail but no password. */
    send_registration_link?: boolean | null;
    updated_at?: string | null;
};
export type ImportUsersResponse = {
    /** Users made; in a dry run, that would be. */
    created: number;
    /** In a dry run what is wrong, at most 1,000; else empty. */
    errors: RowError[];
    /** Rows of the table. */
    rows: number;
};
export type UserLicense = {
    available_features: string[];
    /** How many the user may have at most; null: as many as the groups of the user. */
    counts: (LicenseCounts) | null;
    /** Features that are on for the user: those of their groups that are not switched off for them. */
    features: string[];
    /** What the licence gives each account; counts are at most these. */
    per_user: (LicenseCounts) | null;
    user: (Ref) | null;
};
export type UserLicenseInput = {
    available_features?: string[];
    /** How many the user may have at most; null: as many as the groups of the user. */
    counts?: (LicenseCountsInput) | null;
    /** Features that are on for the user: those of their groups that are not switched off for them. */
    features?: string[];
    /** What the licence gives each account; counts are at most these. */
    per_user?: (LicenseCountsInput) | null;
    user?: (RefInput) | null;
};
export type ListMobileClientsResponse = {
    /** At most 100. */
    items: VestibuleIdentityV1MobileClient524[];
};
export type Wallets = {
    apple: boolean;
    google: boolean;
};
export type WebhookEventField = {
    description: string;
    /** Of data; a dot before a key of an object. */
    name: string;
    /** string, integer, boolean, object or array. */
    "type": string;
};
export type WebhookEvent = {
    description: string;
    /** A whole message. */
    example: {
        [key: string]: any;
    } | null;
    fields: WebhookEventField[];
    /** The caller may view such events somewhere, and so have them sent. */
    is_permitted: boolean;
    /** By which webhooks choose it: its type, with a part after a slash where a webhook may choose some of a type only. */
    name: string;
    /** Topic of the websocket that pushes it; empty for an event that webhooks alone get. */
    topic: string;
    /** As messages have it, and pushes on the websocket. */
    "type": string;
};
export type ListWebhookEventsResponse = {
    items: WebhookEvent[];
};
export type Webhook = {
    created_at: string | null;
    /** Dead letters. */
    dead: number;
    delivered_at: string | null;
    disabled_at: string | null;
    /** Why the platform has disabled it: gone (its server answered 410), failing (no success for three days), group_deleted. Empty
    for one that is enabled, or that a person has disabled. */
    disabled_reason: string;
    /** Only what happens in this group and the groups below it; unset for the whole project. */
    domain: (Ref) | null;
    /** Events that were not stored, because more than 100,000 waited; since the webhook was last enabled. */
    dropped: number;
    /** Events of the catalogue by their names. */
    events: string[];
    /** Since when no message was accepted; unset while they are. */
    failing_since: string | null;
    id: number;
    is_enabled: boolean;
    name: string;
    /** In whose present rights it gets events. */
    owner_user: (Ref) | null;
    /** Deliveries that wait. */
    pending: number;
    /** Until when messages have the signature of the secret before the last rotation, too; unset without one. */
    previous_secret_until: string | null;
    /** whsec_ and 32 bytes in base64. Only in the answer to its creation. */
    secret: string;
    updated_at: string | null;
    /** https; http only where its host is in a private network that the operator of the platform allows. Up to 1,000 characters. */
    url: string;
    /** Events that it does not get, since whoever vouches for it may not view them any more. */
    withheld_events: string[];
};
export type ListWebhooksResponse = {
    items: Webhook[];
    page: number;
    size: number;
    total: number;
};
export type WebhookInput = {
    created_at?: string | null;
    /** Dead letters. */
    dead?: number;
    delivered_at?: string | null;
    disabled_at?: string | null;
    /** Why the platform has disabled it: gone (its server answered 410), failing (no success for three days), group_deleted. Empty
    for one that is enabled, or that a person has disabled. */
    disabled_reason?: string;
    /** Only what happens in this group and the groups below it; unset for the whole project. */
    domain?: (RefInput) | null;
    /** Events that were not stored, because more than 100,000 waited; since the webhook was last enabled. */
    dropped?: number;
    /** Events of the catalogue by their names. */
    events?: string[];
    /** Since when no message was accepted; unset while they are. */
    failing_since?: string | null;
    id?: number;
    is_enabled?: boolean;
    name?: string;
    /** In whose present rights it gets events. */
    owner_user?: (RefInput) | null;
    /** Deliveries that wait. */
    pending?: number;
    /** Until when messages have the signature of the secret before the last rotation, too; unset without one. */
    previous_secret_until?: string | null;
    /** whsec_ and 32 bytes in base64. Only in the answer to its creation. */
    secret?: string;
    updated_at?: string | null;
    /** https; http only where its host is in a private network that the operator of the platform allows. Up to 1,000 characters. */
    url?: string;
    /** Events that it does not get, since whoever vouches for it may not view them any more. */
    withheld_events?: string[];
};
export type WebhookDeliveryState = "pending" | "delivered" | "dead";
export type WebhookDelivery = {
    attempted_at: string | null;
    attempts: number;
    created_at: string | null;
    /** Of the last attempt, in the words of the catalogue; empty for one that succeeded. */
    error: string;
    /** Of the catalogue. */
    event: string;
    /** The header webhook-id: the same however often it is sent. */
    event_id: string;
    id: number;
    /** Of a delivery that waits; unset while an earlier one of the same door is on its way. */
    next_attempt_at: string | null;
    state: (WebhookDeliveryState) | null;
    /** HTTP status of the last attempt; 0 without an answer. */
    status: number;
};
export type ListWebhookDeliveriesResponse = {
    /** There are more before the last of them. */
    has_more: boolean;
    items: WebhookDelivery[];
};
export type ReplayWebhookDeliveriesResponse = {
    replayed: number;
};
export type WebhookSecret = {
    previous_secret_until: string | null;
    secret: string;
};
export type TestWebhookResponse = {
    /** The first 1,000 characters of the answer. */
    answer: string;
    /** Milliseconds. */
    duration: number;
    /** Why there is none, in the words of the catalogue; empty for an answer. */
    error: string;
    /** HTTP status; 0 without an answer. */
    status: number;
};
/**
 * Why can, or cannot, this user or identifier open this lock at this time?
 */
export function checkAccess(checkAccessRequestInput: CheckAccessRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CheckAccessResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/access-check", oazapfts.json({
        ...opts,
        method: "POST",
        body: checkAccessRequestInput
    })));
}
export function getAccessMatrix({ page, size, sort, filters, $with, search, doorPage, doorSize, at, deviceId, lockNumber, state, accessRuleId, deviceDomainId }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    doorPage?: number;
    doorSize?: number;
    at?: string;
    deviceId?: number;
    lockNumber?: number;
    state?: AccessCellState;
    accessRuleId?: number;
    deviceDomainId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GetAccessMatrixResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/access-matrix${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        door_page: doorPage,
        door_size: doorSize,
        at,
        device_id: deviceId,
        lock_number: lockNumber,
        state,
        access_rule_id: accessRuleId,
        device_domain_id: deviceDomainId
    }))}`, {
        ...opts
    }));
}
/**
 * Cells that are not empty, one a line: user, device, lock, state, rules, next_opens, online_only; xlsx has at most
 * 1,000,000 cells, and the rules of the doors on a second sheet. 429 while another one runs for the caller, or four for the project.
 */
export function downloadAccessMatrix({ exportFormat, filters, sort, search, at, deviceId, lockNumber, state, accessRuleId, deviceDomainId }: {
    exportFormat?: ExportFormat;
    filters?: string;
    sort?: string;
    search?: string;
    at?: string;
    deviceId?: number;
    lockNumber?: number;
    state?: AccessCellState;
    accessRuleId?: number;
    deviceDomainId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/access-matrix/download${QS.query(QS.explode({
        export_format: exportFormat,
        filters,
        sort,
        search,
        at,
        device_id: deviceId,
        lock_number: lockNumber,
        state,
        access_rule_id: accessRuleId,
        device_domain_id: deviceDomainId
    }))}`, {
        ...opts
    }));
}
/**
 * What a rule that is not saved would change. Nothing is written.
 */
export function previewAccessRule(previewAccessRuleRequestInput: PreviewAccessRuleRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PreviewAccessRuleResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/access-matrix/impact", oazapfts.json({
        ...opts,
        method: "POST",
        body: previewAccessRuleRequestInput
    })));
}
export function listAccessRules({ page, size, sort, filters, $with, search, whole }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    whole?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAccessRulesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/access-rules${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        whole
    }))}`, {
        ...opts
    }));
}
export function createAccessRule(accessRuleInput: AccessRuleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AccessRule;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/access-rules", oazapfts.json({
        ...opts,
        method: "PUT",
        body: accessRuleInput
    })));
}
export function deleteAllAccessRules(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/access-rules/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
export function deleteAccessRule(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/access-rules/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getAccessRule(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AccessRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/access-rules/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateAccessRule(id: number, accessRuleInput: AccessRuleInput, { whole }: {
    whole?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AccessRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/access-rules/${encodeURIComponent(id)}${QS.query(QS.explode({
        whole
    }))}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: accessRuleInput
    })));
}
export function listAmenities({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAmenitiesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createAmenity(amenityInput: AmenityInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Amenity;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/amenities", oazapfts.json({
        ...opts,
        method: "PUT",
        body: amenityInput
    })));
}
export function deleteAllAmenities(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/amenities/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Refused while it has reserved or active reservations.
 */
export function deleteAmenity(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getAmenity(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Amenity;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Reservations outside of the new slots stay, and are listed with is_outside_slots.
 */
export function updateAmenity(id: number, amenityInput: AmenityInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Amenity;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: amenityInput
    })));
}
export function deleteAmenityImage(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}/image`, {
        ...opts,
        method: "DELETE"
    }));
}
export function setAmenityImage(id: number, body: {
    /** JPEG, PNG or WebP, up to 10 MiB. */
    image: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AmenityImage;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}/image`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * The slots of some days, each with its places.
 */
export function getAmenityState(id: number, { date, days }: {
    date?: string;
    days?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AmenityState;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}/state${QS.query(QS.explode({
        date,
        days
    }))}`, {
        ...opts
    }));
}
export function deleteAmenityTermsOfUse(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}/terms-of-use`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * Whoever reserves from now on accepts the new terms.
 */
export function setAmenityTermsOfUse(id: number, body: {
    /** A PDF of up to 10 MiB. */
    file: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AmenityTermsOfUse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenities/${encodeURIComponent(id)}/terms-of-use`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * The image or the terms of use themselves. Whoever knows the unguessable key may see them: browsers load pictures without
 * a token.
 */
export function getAmenityFile(key: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenity-files/${encodeURIComponent(key)}`, {
        ...opts
    }));
}
export function listAmenityReservations({ page, size, sort, filters, $with, search, userOffset }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    userOffset?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAmenityReservationsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenity-reservations${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        user_offset: userOffset
    }))}`, {
        ...opts
    }));
}
/**
 * For oneself; for others with the right to edit all reservations of the amenity.
 */
export function createAmenityReservation(amenityReservationInput: AmenityReservationInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AmenityReservation;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/amenity-reservations", oazapfts.json({
        ...opts,
        method: "PUT",
        body: amenityReservationInput
    })));
}
export function deleteAllAmenityReservations(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/amenity-reservations/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * One that is over or canceled.
 */
export function deleteAmenityReservation(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenity-reservations/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getAmenityReservation(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AmenityReservation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenity-reservations/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Other slots or another number of persons, until the start.
 */
export function updateAmenityReservation(id: number, amenityReservationInput: AmenityReservationInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AmenityReservation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenity-reservations/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: amenityReservationInput
    })));
}
/**
 * By its user until the amenity's cancel_before, by who may edit all reservations of the amenity until the end.
 */
export function cancelAmenityReservation(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AmenityReservation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenity-reservations/${encodeURIComponent(id)}/cancel`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * What happened to a reservation, the newest first.
 */
export function listAmenityReservationLogs(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAmenityReservationLogsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/amenity-reservations/${encodeURIComponent(id)}/logs`, {
        ...opts
    }));
}
/**
 * Those that the caller has received, made, or may manage.
 */
export function listAnnounces({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAnnouncesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createAnnounce(announceInput: AnnounceInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Announce;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/announces", oazapfts.json({
        ...opts,
        method: "PUT",
        body: announceInput
    })));
}
export function getAnnounceByToken(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AnnounceByToken;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/by-token/${encodeURIComponent(token)}`, {
        ...opts
    }));
}
/**
 * Replaces what the recipient answered before.
 */
export function answerPollByToken(token: string, body: {
    /** One for each question that is answered; none takes the answers back. */
    answers?: PollAnswerInput[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AnnounceByToken;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/by-token/${encodeURIComponent(token)}/poll`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * The page calls it once it is seen: a mail scanner, which only follows the link, marks nothing.
 */
export function readAnnounceByToken(token: string, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AnnounceByToken;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/by-token/${encodeURIComponent(token)}/read`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function deleteAllAnnounces(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/announces/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * How many people a draft would reach, by which channel, and how it looks. Nothing is stored.
 */
export function previewAnnounce(announceInput: AnnounceInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AnnouncePreview;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/announces/preview", oazapfts.json({
        ...opts,
        method: "POST",
        body: announceInput
    })));
}
/**
 * Answers of people to polls that are not anonymous.
 */
export function listAnnounceResponses({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAnnounceResponsesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/responses${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Not while it is sending or active.
 */
export function deleteAnnounce(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getAnnounce(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Announce;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Of one that is new or scheduled.
 */
export function updateAnnounce(id: number, announceInput: AnnounceInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Announce;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: announceInput
    })));
}
/**
 * Recipients with their answers as a table; of an anonymous poll the counts alone.
 */
export function exportAnnounce(id: number, { exportFormat }: {
    exportFormat?: ExportFormat;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}/export${QS.query(QS.explode({
        export_format: exportFormat
    }))}`, {
        ...opts
    }));
}
/**
 * Who has got it, read it and answered; who answered an anonymous poll is not told, and who read it not before its end.
 */
export function listAnnounceRecipients(id: number, { page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAnnounceRecipientsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}/recipients${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Sends again to those who have not read it, of a poll to those who have not answered. At most once in an hour.
 */
export function remindAnnounce(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RemindAnnounceResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}/remind`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Turnout, and of a poll the count of each answer.
 */
export function getAnnounceResults(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AnnounceResults;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}/results`, {
        ...opts
    }));
}
/**
 * At execute_at, or now where that is past or unset.
 */
export function startAnnounce(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Announce;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}/start`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * A scheduled one is new again; one that is sending or active is stopped for good.
 */
export function stopAnnounce(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Announce;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/announces/${encodeURIComponent(id)}/stop`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function listAuditEvents({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAuditEventsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/audit-events${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * At most 1,000,000 events.
 */
export function downloadAuditEvents({ exportFormat, filters, sort, search }: {
    exportFormat?: ExportFormat;
    filters?: string;
    sort?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/audit-events/download${QS.query(QS.explode({
        export_format: exportFormat,
        filters,
        sort,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * The picture itself. Whoever knows its unguessable key may see it: browsers load pictures without a token.
 */
export function getAvatar(key: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/avatars/${encodeURIComponent(key)}`, {
        ...opts
    }));
}
export function listBackups({ page, size, sort, search }: {
    page?: number;
    size?: number;
    sort?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListBackupsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/backups${QS.query(QS.explode({
        page,
        size,
        sort,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Begins to make one; at most two at once in a project.
 */
export function createBackup(createBackupRequestInput: CreateBackupRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Backup;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/backups", oazapfts.json({
        ...opts,
        method: "POST",
        body: createBackupRequestInput
    })));
}
/**
 * As ApplyBackup, for a file, which is stored as a backup: the plan is applied by that backup's id.
 */
export function applyBackupFile(body: {
    entities?: string[];
    file: Blob;
    mode?: BackupMode;
    plan_hash?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ApplyBackupResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/backups/apply", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
export function deleteAllBackups(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/backups/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
export function deleteBackup(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/backups/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getBackup(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Backup;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/backups/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Without `plan_hash` the plan: nothing is written. With it, what was planned begins, unless the site has changed since.
 */
export function applyBackup(id: number, body: {
    /** Without any: all that it has. */
    entities?: string[];
    mode?: (BackupMode) | null;
    /** Of the plan that was reviewed. */
    plan_hash?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ApplyBackupResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/backups/${encodeURIComponent(id)}/apply`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function downloadBackup(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/backups/${encodeURIComponent(id)}/download`, {
        ...opts
    }));
}
/**
 * Brings back what applying it has changed, and nothing else, from the backup that was made before; as ApplyBackup.
 */
export function undoBackup(id: number, body: {
    plan_hash?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ApplyBackupResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/backups/${encodeURIComponent(id)}/undo`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Restarts the broker, which all projects share. Devices come back by themselves; what happened meanwhile they send
 * then.
 */
export function restartBroker(restartBrokerRequestInput: RestartBrokerRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/broker/restart", oazapfts.json({
        ...opts,
        method: "POST",
        body: restartBrokerRequestInput
    })));
}
export function getBrokerStatus(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: BrokerStatus;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/broker/status", {
        ...opts
    }));
}
/**
 * The caller's own calls, and those of the numbers that the caller may view.
 */
export function listCallHistory({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListCallHistoryResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/call-history${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * SOS calls of the devices that the caller may view.
 */
export function listAlarmCalls({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListCallHistoryResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/call-history/alarms${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * As a table; at most 100,000 rows.
 */
export function downloadCallHistory({ exportFormat, filters, sort, search }: {
    exportFormat?: ExportFormat;
    filters?: string;
    sort?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/call-history/download${QS.query(QS.explode({
        export_format: exportFormat,
        filters,
        sort,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Null number when the caller has no active number: there is nothing to register with.
 */
export function getCallCredentials(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CallCredentials;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/calls/credentials", {
        ...opts
    }));
}
export function getInterception(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Interception;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/calls/interception", {
        ...opts
    }));
}
/**
 * While active, calls of panels to people of the groups, and of the groups below them, ring at the caller.
 */
export function setInterception(setInterceptionRequestInput: SetInterceptionRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Interception;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/calls/interception", oazapfts.json({
        ...opts,
        method: "POST",
        body: setInterceptionRequestInput
    })));
}
/**
 * Panels whose doors the caller may open from the phone.
 */
export function listConciergeDevices(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListConciergeDevicesResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/calls/management/devices", {
        ...opts
    }));
}
export function openConciergeDevice(token: string, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: OpenConciergeDeviceResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/calls/management/devices/${encodeURIComponent(token)}/open`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Calls that wait for the caller, or that the caller has taken: those that CallUpdated speaks of.
 */
export function listManagedCalls(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListManagedCallsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/calls/management/list", {
        ...opts
    }));
}
/**
 * Ends it for everybody.
 */
export function stopManagedCall(id: string, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/calls/management/${encodeURIComponent(id)}/stop`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function listConversations({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListConversationsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createConversation(conversationInput: ConversationInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Conversation;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/conversations", oazapfts.json({
        ...opts,
        method: "PUT",
        body: conversationInput
    })));
}
export function deleteAllConversations(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/conversations/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * A picture that one of the caller's next messages names. Within a day, else it is deleted.
 */
export function uploadConversationPicture(body: {
    /** JPEG, PNG or WebP, up to 10 MiB. */
    image: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ConversationPicture;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/conversations/pictures", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Whom the caller may write to: people, and groups whose staff has an inbox.
 */
export function listConversationRecipients({ search }: {
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListConversationRecipientsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/recipients${QS.query(QS.explode({
        search
    }))}`, {
        ...opts
    }));
}
export function deleteConversation(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getConversation(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Conversation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * The staff are done with it; a new message of the person opens it again.
 */
export function closeConversation(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Conversation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}/close`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * The newest first.
 */
export function listConversationMessages(id: number, { before, beforeId }: {
    before?: string;
    beforeId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListConversationMessagesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}/messages${QS.query(QS.explode({
        before,
        before_id: beforeId
    }))}`, {
        ...opts
    }));
}
/**
 * Once for a request_id, however often it is sent.
 */
export function createConversationMessage(id: number, conversationMessageInput: ConversationMessageInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ConversationMessage;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}/messages`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: conversationMessageInput
    })));
}
/**
 * For whoever sees the conversation at the moment of the call.
 */
export function getConversationPicture(id: number, key: string, { sessionId, expires, signature, isThumbnail }: {
    sessionId?: number;
    expires?: number;
    signature?: string;
    isThumbnail?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}/pictures/${encodeURIComponent(key)}${QS.query(QS.explode({
        session_id: sessionId,
        expires,
        signature,
        is_thumbnail: isThumbnail
    }))}`, {
        ...opts
    }));
}
/**
 * Everything up to a message is read by the caller.
 */
export function readConversation(id: number, body: {
    /** The last one that was seen; 0 for all. */
    message_id?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Conversation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}/read`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * One of the staff answers from now on, the others do not.
 */
export function takeConversation(id: number, body: {
    /** Also from a colleague who has taken it. */
    is_takeover?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Conversation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/conversations/${encodeURIComponent(id)}/take`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Which doors hold an identifier, by what they themselves have confirmed: those that should hold it, those that still
 * do, and those that gave it back in the last 90 days. Of the devices that the caller sees, by name, up to 500.
 */
export function listDeliveries(linkId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeliveriesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/deliveries/${encodeURIComponent(linkId)}`, {
        ...opts
    }));
}
export function listDeviceAlarms({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeviceAlarmsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-alarms${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function deleteAllDeviceAlarms(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/device-alarms/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Only an alarm that was processed can be deleted.
 */
export function deleteDeviceAlarm(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-alarms/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getDeviceAlarm(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceAlarm;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-alarms/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * What happened to the alarm, the oldest first.
 */
export function listDeviceAlarmLogs(id: number, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeviceAlarmLogsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-alarms/${encodeURIComponent(id)}/logs${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    }));
}
/**
 * Ends the alarm for good; whoever comes second is told who was first.
 */
export function processDeviceAlarm(id: number, body: {
    /** What was found and done: 1 to 1,000 characters. */
    comment?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceAlarm;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-alarms/${encodeURIComponent(id)}/process`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Says that somebody is on it, or nobody any more. Refused when somebody else has taken or released it since the caller looked.
 */
export function takeDeviceAlarm(id: number, body: {
    /** True to take it, false to release it. */
    is_taken?: boolean | null;
    /** Who had it when the caller looked; 0 for nobody. */
    taken_by_user_id?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceAlarm;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-alarms/${encodeURIComponent(id)}/take`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Device types, their models and what each can do.
 */
export function listDeviceModels(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeviceModelsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/device-models", {
        ...opts
    }));
}
export function listDeviceTasks({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeviceTasksResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-tasks${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function deleteAllDeviceTasks(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/device-tasks/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * What the task was to reach is still wanted: a difference that remains makes a new one.
 */
export function deleteDeviceTask(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-tasks/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getDeviceTask(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceTask;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-tasks/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Puts one task in error or stopped back in the queue.
 */
export function restartDeviceTask(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceTask;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/device-tasks/${encodeURIComponent(id)}/restart`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function listDevices({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDevicesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createDevice(deviceInput: DeviceInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Device;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices", oazapfts.json({
        ...opts,
        method: "PUT",
        body: deviceInput
    })));
}
export function deleteAllDevices(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Creates devices that a search found. Each item is created by itself or not at all, and has an answer.
 */
export function createFoundDevices(createFoundDevicesRequestInput: CreateFoundDevicesRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CreateFoundDevicesResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/found", oazapfts.json({
        ...opts,
        method: "PUT",
        body: createFoundDevicesRequestInput
    })));
}
/**
 * login (the serial number), password -> token. Both wrong and too many wrong ones in 15 minutes are refused.
 */
export function loginHttpDevice(body: {
    [key: string]: any;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: HttpDeviceToken;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/login", oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * events: up to 100 of {created_at, category, code, info}. Answered after they are stored; what is sent again is stored once.
 */
export function putHttpDeviceLogs(body: {
    [key: string]: any;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: HttpDeviceAnswer;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/logs", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    })));
}
/**
 * A sign of life, every ten seconds; a device that is silent for thirty is offline.
 */
export function pongHttpDevice(body: {
    [key: string]: any;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: HttpDeviceAnswer;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/pong", oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Sets the protocol of devices; each has an answer. A change between http and mqtt is made before the old way ends: the device is
 * sent where it reports to from now on, and its protocol changes once it has come that way, within ten minutes. `none` stops
 * everything that waits for the device.
 */
export function setDeviceProtocols(setDeviceProtocolsRequestInput: SetDeviceProtocolsRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SetDeviceProtocolsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/protocol", oazapfts.json({
        ...opts,
        method: "POST",
        body: setDeviceProtocolsRequestInput
    })));
}
/**
 * A new token; the old one is good for another minute.
 */
export function refreshHttpDevice(body: {
    [key: string]: any;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: HttpDeviceToken;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/refresh", oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Begins a session, or renews the caller's own. Login and password are proved at the device itself, and kept nowhere.
 * 409 when the device is offline, does not speak MQTT, does not take them, or is another user's to control for now.
 * 429 after too many logins that the device did not take.
 */
export function beginRemoteSession(beginRemoteSessionRequestInput: BeginRemoteSessionRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RemoteSession;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/remote-control/sessions", oazapfts.json({
        ...opts,
        method: "PUT",
        body: beginRemoteSessionRequestInput
    })));
}
/**
 * Keeps the caller's session alive for another five minutes, or closes it. 404 for one that is over or another user's.
 */
export function updateRemoteSession(id: number, body: {
    /** True keeps it alive, false closes it. Required. */
    is_active?: boolean | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RemoteSession;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/remote-control/sessions/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    })));
}
/**
 * The caller's last search of the last 15 minutes, with what it has found, so that a page that is loaded again goes on. 404 for none.
 */
export function getDeviceSearch(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceSearch;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/search", {
        ...opts
    }));
}
/**
 * Asks every address of the range for what it is, 64 at a time. One search of a project at a time. The caller alone gets
 * `device_search.found` ({request_id, device}), `device_search.progress` ({request_id, done, total}) and
 * `device_search.finished` ({request_id, state, done, total}) on `private-users.{id}`.
 */
export function searchDevices(searchDevicesRequestInput: SearchDevicesRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceSearch;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/search", oazapfts.json({
        ...opts,
        method: "POST",
        body: searchDevicesRequestInput
    })));
}
/**
 * A device that tried to log in over HTTP within the last 24 hours with a serial number that no project has. Only with the password
 * that the device itself uses; else 404.
 */
export function findUnclaimedDevice(findUnclaimedDeviceRequestInput: FindUnclaimedDeviceRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: UnclaimedDevice;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/devices/unclaimed", oazapfts.json({
        ...opts,
        method: "POST",
        body: findUnclaimedDeviceRequestInput
    })));
}
export function deleteDevice(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getDevice(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Device;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
export function updateDevice(id: number, deviceInput: DeviceInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Device;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: deviceInput
    })));
}
/**
 * *Ours*: reads what a running device holds and says what would come of it. With the hash of that plan it is carried out, all of it
 * or nothing. 409 "changed by somebody else: try again" when the plan is another one by now, "device or service not available"
 * when the device does not answer.
 */
export function adoptDevice(id: number, body: {
    /** Of the plan that is carried out; empty: only a plan is made. */
    plan_hash?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceAdoption;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/adopt`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * The table as xlsx.
 */
export function downloadDeviceForwards(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/forwards`, {
        ...opts
    }));
}
export function getDeviceForwards(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceForwardTable;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/forwards/settings`, {
        ...opts
    }));
}
/**
 * Initialise: clears the device and rebuilds it from scratch.
 */
export function initDevice(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceActionResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/init`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Opens a lock now. 409 when the device is offline.
 */
export function openLock(id: number, body: {
    /** 0 all, 1 to 8. */
    lock_number?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: OpenLockResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/open`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Puts failed tasks back in the queue; creates none.
 */
export function restartDeviceQueue(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceActionResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/queue/restart`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Apply: sends settings, identifiers and schedules again.
 */
export function applyDeviceSettings(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceActionResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/settings/apply`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * When the device came and went in the last 30 days, oldest first: the newest 2,000 changes, and what it was before them.
 */
export function listDeviceStatusHistory(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeviceStatusHistoryResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/status-history`, {
        ...opts
    }));
}
/**
 * Identifiers and schedules that the device refused, and why.
 */
export function listSyncErrors(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListSyncErrorsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/devices/${encodeURIComponent(id)}/sync-errors`, {
        ...opts
    }));
}
export function listGroupTypes({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListGroupTypesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domain-types${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createGroupType(groupTypeInput: GroupTypeInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupType;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/domain-types", oazapfts.json({
        ...opts,
        method: "PUT",
        body: groupTypeInput
    })));
}
export function deleteAllGroupTypes(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/domain-types/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Refused with 409 while a group is of this type.
 */
export function deleteGroupType(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domain-types/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getGroupType(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupType;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domain-types/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateGroupType(id: number, groupTypeInput: GroupTypeInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupType;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domain-types/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: groupTypeInput
    })));
}
export function listGroups({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListGroupsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createGroup(groupInput: GroupInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Group;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/domains", oazapfts.json({
        ...opts,
        method: "PUT",
        body: groupInput
    })));
}
export function deleteAllGroups(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/domains/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * One level of the tree, or several: the children of parent_id to the depth given.
 */
export function getGroupTree({ parentId, depth }: {
    parentId?: number;
    depth?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GetGroupTreeResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/tree${QS.query(QS.explode({
        parent_id: parentId,
        depth
    }))}`, {
        ...opts
    }));
}
/**
 * Refused with 409, naming what depends on it, while it has groups, users or devices, or while people may register
 * into it. Its integrations and mail templates go along.
 */
export function deleteGroup(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getGroup(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Group;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
/**
 * A changed parent_id moves the group with everything below it.
 */
export function updateGroup(id: number, groupInput: GroupInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Group;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: groupInput
    })));
}
/**
 * Apartments anywhere below the group, in the order of their addresses.
 */
export function listApartments(id: number, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListPlacesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/apartments${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    }));
}
/**
 * The group with what belongs to it, as far as the caller may see it.
 */
export function getGroupCompletely(id: number, { withRelations }: {
    withRelations?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupCompletely;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/completely${QS.query(QS.explode({
        with_relations: withRelations
    }))}`, {
        ...opts
    }));
}
/**
 * What keeps the group from being deleted, and what would go along with it.
 */
export function listGroupDependents(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupDependents;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/dependents`, {
        ...opts
    }));
}
/**
 * The same table: importing it again changes nothing.
 */
export function exportStructure(id: number, { domainType, tzOffset }: {
    domainType?: number;
    tzOffset?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/export/structure${QS.query(QS.explode({
        domain_type: domainType,
        tz_offset: tzOffset
    }))}`, {
        ...opts
    }));
}
/**
 * Floors anywhere below the group, in the order of their addresses.
 */
export function listFloors(id: number, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListPlacesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/floors${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    }));
}
/**
 * Plans; saves nothing.
 */
export function planGroups(id: number, body: {
    apartment_name?: string;
    /** Apartments of each floor, 0 to 99. */
    apartments?: number;
    /** Names, with {n} for the number: "House {n}". Where one is empty the type's name and the number. */
    building_name?: string;
    /** 0 to 500; 0: entrances are made in the group itself, which must then be a building. */
    buildings?: number;
    /** Number of the first apartment. */
    first_apartment?: number;
    /** Number of the first building, 1 to 9,999. */
    first_building?: number;
    /** Number of the first floor. */
    first_floor?: number;
    /** Number of the first entrance. */
    first_unit?: number;
    floor_name?: string;
    /** Floors of each entrance, 0 to 99. */
    floors?: number;
    numbering?: (Numbering) | null;
    unit_name?: string;
    /** Entrances of each building, 0 to 100; 0: none, floors lie in the building. */
    units?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupPlan;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/generate`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Saves a plan, perhaps edited, in one transaction.
 */
export function saveGroupPlan(id: number, body: {
    items?: PlannedGroupInput[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SaveGroupPlanResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/generated`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Makes what the table has and is not there yet: all of it or nothing. 422 with errors per row index. Progress is
 * pushed on the websocket topic private-users.{id} as {type: "structure_import", token, phase, done, total}.
 */
export function importStructure(id: number, body: {
    /** Only looks: makes nothing. */
    dry_run?: boolean;
    /** xlsx or csv, up to 64 MiB and 100,000 rows, with a heading of: group path, type, logical address, apartment, user
    name, e-mail, phone, role, card dec, card hex, access code, plate, SIP count, app count, send invitation, user id.
    A user id names somebody who is there, as an export does. Without one a person is who has the e-mail, or else the
    name in the group. */
    file: Blob;
    /** The role of rows that name none. */
    role_id?: number;
    /** Up to 50 characters, given back in the progress pushes. */
    token?: string;
    /** Minutes east of UTC, -840 to 840. The table has no times: nothing depends on it. */
    tz_offset?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ImportStructureResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/import/structure`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
export function getGroupLicense(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupLicense;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/licenses`, {
        ...opts
    }));
}
/**
 * Refused as a whole, with each inconsistency: "domain has license consistency errors", data.items.
 */
export function updateGroupLicense(id: number, groupLicenseInput: GroupLicenseInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GroupLicense;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/licenses`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: groupLicenseInput
    })));
}
/**
 * What moving the group would change; changes nothing.
 */
export function previewMove(id: number, { parentId }: {
    parentId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MovePreview;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/move-preview${QS.query(QS.explode({
        parent_id: parentId
    }))}`, {
        ...opts
    }));
}
export function deleteGroupLogo(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/whitelabel/logo`, {
        ...opts,
        method: "DELETE"
    }));
}
export function setGroupLogo(id: number, body: {
    /** JPEG, PNG or WebP, up to 10 MiB; shown within 512 x 512 pixels. */
    image: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Logo;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/domains/${encodeURIComponent(id)}/whitelabel/logo`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
export function listElevatorAccessRules({ page, size, sort, filters, $with, search, whole }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    whole?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListElevatorAccessRulesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevator-access-rules${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        whole
    }))}`, {
        ...opts
    }));
}
export function createElevatorAccessRule(elevatorAccessRuleInput: ElevatorAccessRuleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ElevatorAccessRule;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/elevator-access-rules", oazapfts.json({
        ...opts,
        method: "PUT",
        body: elevatorAccessRuleInput
    })));
}
export function deleteAllElevatorAccessRules(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/elevator-access-rules/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
export function deleteElevatorAccessRule(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevator-access-rules/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getElevatorAccessRule(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ElevatorAccessRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevator-access-rules/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
export function updateElevatorAccessRule(id: number, elevatorAccessRuleInput: ElevatorAccessRuleInput, { whole }: {
    whole?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ElevatorAccessRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevator-access-rules/${encodeURIComponent(id)}${QS.query(QS.explode({
        whole
    }))}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: elevatorAccessRuleInput
    })));
}
export function listElevators({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListElevatorsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevators${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * 409 "controller already linked to another elevator".
 */
export function createElevator(elevatorInput: ElevatorInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Elevator;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/elevators", oazapfts.json({
        ...opts,
        method: "PUT",
        body: elevatorInput
    })));
}
export function deleteAllElevators(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/elevators/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Takes it out of the rules that name it; a rule that names no other stays without an elevator.
 */
export function deleteElevator(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevators/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * As in a list, with `is_ready` of each controller.
 */
export function getElevator(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Elevator;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevators/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
/**
 * 409 as in creating.
 */
export function updateElevator(id: number, elevatorInput: ElevatorInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Elevator;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevators/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: elevatorInput
    })));
}
/**
 * Sends the lift to a floor, or, where its controllers only release floors, releases the floor for everybody inside.
 * A floor that is in no map, or neither floor nor apartment: 422 with "wrong parameters" at `floor`, `apartment` or
 * `direction`. A floor where the caller may not go,
 * without can_edit_elevator or can_intercept_call_like_concierge: 403. A direction that no controller of the floor takes: 409
 * "can't perform action". No controller of the floor is online, or says yes within 5 s: 503 "device or service not
 * available". More than 10 calls of a user within a minute: 429.
 */
export function callElevator(id: number, body: {
    /** As UU-AA. */
    apartment?: string | null;
    /** Needed where a controller takes both (call-up-down). One that takes a single direction takes it without a word;
    call-any goes by itself; not taken where floors are only released (access-control-manual). */
    direction?: (ElevatorDirection) | null;
    /** 1 to 98; 0 for the floor of `apartment`. */
    floor?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CallElevatorResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevators/${encodeURIComponent(id)}/call`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Its floors from the lowest: the union of the maps of its controllers, at most 98.
 */
export function listElevatorFloors(id: number, { mode }: {
    mode?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListElevatorFloorsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/elevators/${encodeURIComponent(id)}/floors${QS.query(QS.explode({
        mode
    }))}`, {
        ...opts
    }));
}
/**
 * The converted sound, for devices and browsers: whoever has a link that is signed and has not expired.
 */
export function getEmergencyAlertAudio(filename: string, { subject, expires, signature }: {
    subject?: string;
    expires?: number;
    signature?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alert-audio/${encodeURIComponent(filename)}${QS.query(QS.explode({
        subject,
        expires,
        signature
    }))}`, {
        ...opts
    }));
}
export function listEmergencyAlerts({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListEmergencyAlertsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createEmergencyAlert(emergencyAlertInput: EmergencyAlertInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: EmergencyAlert;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/emergency-alerts", oazapfts.json({
        ...opts,
        method: "PUT",
        body: emergencyAlertInput
    })));
}
export function deleteAllEmergencyAlerts(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/emergency-alerts/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Converts an audio file, which is kept for a day until an alert is saved with it.
 */
export function uploadEmergencyAlertFile(body: {
    /** wav, mp3, ogg (Vorbis), flac or m4a (AAC), up to 20 MiB, and 0.2 seconds to 10 minutes. */
    file: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: EmergencyAlertFile;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/emergency-alerts/file", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Refused while it is running.
 */
export function deleteEmergencyAlert(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getEmergencyAlert(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: EmergencyAlert;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Refused while it is running.
 */
export function updateEmergencyAlert(id: number, emergencyAlertInput: EmergencyAlertInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: EmergencyAlert;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: emergencyAlertInput
    })));
}
/**
 * The newest first, without their devices.
 */
export function listAlertRuns(id: number, { page, size }: {
    page?: number;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAlertRunsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts/${encodeURIComponent(id)}/runs${QS.query(QS.explode({
        page,
        size
    }))}`, {
        ...opts
    }));
}
/**
 * With what each device did.
 */
export function getAlertRun(id: number, runId: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AlertRun;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts/${encodeURIComponent(id)}/runs/${encodeURIComponent(runId)}`, {
        ...opts
    }));
}
/**
 * Plays on every device and does to the doors what the alert says. On one device only for a drill.
 */
export function startEmergencyAlert(id: number, body: {
    /** For a drill: a device of the alert, which alone does what the alert says; 0 for all. */
    drill_device_id?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AlertRun;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts/${encodeURIComponent(id)}/start`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Ends the run, and the drill, of an alert; does nothing where there is none.
 */
export function stopEmergencyAlert(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: StopEmergencyAlertResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/emergency-alerts/${encodeURIComponent(id)}/stop`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Links to the images of events, for those of them that have one and that the caller sees.
 */
export function listEventImages({ eventIds }: {
    eventIds?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListEventImagesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/event-images${QS.query(QS.explode({
        event_ids: eventIds
    }))}`, {
        ...opts
    }));
}
/**
 * Event log: who came in, and who did not.
 */
export function listAccessControlEvents({ page, size, sort, filters, $with, search, afterId }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    afterId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListEventsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/events/access-control${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        after_id: afterId
    }))}`, {
        ...opts
    }));
}
export function downloadAccessControlEvents({ exportFormat, filters, sort, search }: {
    exportFormat?: ExportFormat;
    filters?: string;
    sort?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/events/access-control/download${QS.query(QS.explode({
        export_format: exportFormat,
        filters,
        sort,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Event log: all categories.
 */
export function listDeviceEvents({ page, size, sort, filters, $with, search, afterId }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    afterId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListEventsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/events/devices${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        after_id: afterId
    }))}`, {
        ...opts
    }));
}
/**
 * What the list shows with the same filters, sort and search, all pages of it, as a table: csv without a limit, xlsx of up to
 * 1,000,000 events.
 */
export function downloadDeviceEvents({ exportFormat, filters, sort, search }: {
    exportFormat?: ExportFormat;
    filters?: string;
    sort?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/events/devices/download${QS.query(QS.explode({
        export_format: exportFormat,
        filters,
        sort,
        search
    }))}`, {
        ...opts
    }));
}
export function listElevatorEvents({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListElevatorEventsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/events/elevators${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * At most 1,000,000 events.
 */
export function downloadElevatorEvents({ exportFormat, filters, sort, search }: {
    exportFormat?: ExportFormat;
    filters?: string;
    sort?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/events/elevators/download${QS.query(QS.explode({
        export_format: exportFormat,
        filters,
        sort,
        search
    }))}`, {
        ...opts
    }));
}
export function listForwardRules({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListForwardRulesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/forward-rules${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createForwardRule(forwardRuleInput: ForwardRuleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ForwardRule;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/forward-rules", oazapfts.json({
        ...opts,
        method: "PUT",
        body: forwardRuleInput
    })));
}
export function deleteAllForwardRules(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/forward-rules/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
export function deleteForwardRule(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/forward-rules/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getForwardRule(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ForwardRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/forward-rules/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateForwardRule(id: number, forwardRuleInput: ForwardRuleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ForwardRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/forward-rules/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: forwardRuleInput
    })));
}
/**
 * Rules that the caller, or `owner_id`, may hand to a guest: shareable, granting, naming that user as a person. At most
 * 500, by name.
 */
export function listGuestAccessRules({ ownerId }: {
    ownerId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListGuestAccessRulesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-access/access-rules${QS.query(QS.explode({
        owner_id: ownerId
    }))}`, {
        ...opts
    }));
}
/**
 * 404 "guest access invalid identifier" for a key that is unknown, malformed or revoked. Opens nothing. 429 after 30
 * in a minute from an address.
 */
export function getGuestAccess(key: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GuestPage;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-access/${encodeURIComponent(key)}`, {
        ...opts
    }));
}
/**
 * Opens one door, once for each token: a repeated request has the first result. 404 "guest access invalid identifier",
 * "guest access device not found" (the token is of another key, expired or not in the key any more); 409 "guest access
 * expired", "guest access pass limit reached"; 502 "guest access device problem" (offline, refused, silent); 429 after
 * 5 in a minute or 60 in an hour with a key, 20 in a minute from an address, 10 in a minute at a door.
 */
export function openGuestDoor(key: string, body: {
    /** Of GuestDoor. */
    device_token?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: OpenGuestDoorResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-access/${encodeURIComponent(key)}/open`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * The key as a signed pass for the Apple Wallet. 404 "guest access invalid identifier" as for the page; "can't perform
 * action" for a key without a QR code and where the project has no certificate.
 */
export function getGuestPass(key: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-access/${encodeURIComponent(key)}/pkpass`, {
        ...opts
    }));
}
/**
 * The QR code of the key as PNG, for mails. 404 as for the page, and for a key that has none or opens no more.
 */
export function getGuestQr(key: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-access/${encodeURIComponent(key)}/qr`, {
        ...opts
    }));
}
/**
 * 409 "maximum passes count reached", "maximum days reached" (data: max), "guest identifier exists" (an equal live plate
 * of the same giver), "identifier duplicate", "feature is not licensed". 429 after 30 keys in an hour or with 50 live
 * ones of a giver.
 */
export function createGuestKey(guestKeyInput: GuestKeyInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GuestKey;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/guest-keys", oazapfts.json({
        ...opts,
        method: "PUT",
        body: guestKeyInput
    })));
}
/**
 * The caller's own keys, those given in their name, and those of the identifiers that they may view. 404 for others.
 */
export function getGuestKey(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GuestKey;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-keys/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * By its creator or its giver. Name, message, guest type, rules, period and passes. A key that is expired
 * or used up lives again, and its visits count from 0. 409 as for a new one, and "action prohibited" for a revoked one;
 * "cannot be changed" of kind, value and owner.
 */
export function updateGuestKey(id: number, guestKeyInput: GuestKeyInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GuestKey;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-keys/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: guestKeyInput
    })));
}
/**
 * Opens nothing from now on, for good. By its creator or its giver; others revoke it as an identifier. Revoking again
 * changes nothing.
 */
export function revokeGuestKey(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GuestKey;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-keys/${encodeURIComponent(id)}/revoke`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Mails the link, and the QR code of a key that has one, to a guest. By its creator or its giver. "action prohibited" for a
 * key that opens no more; 429 after 20 mails of a giver in a day.
 */
export function sendGuestKey(id: number, body: {
    email?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SendGuestKeyResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/guest-keys/${encodeURIComponent(id)}/send`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function listIdentifiers({ page, size, sort, filters, $with, search, onlyGuest }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    onlyGuest?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListIdentifiersResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        only_guest: onlyGuest
    }))}`, {
        ...opts
    }));
}
export function createIdentifier(identifierInput: IdentifierInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Identifier;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/identifiers", oazapfts.json({
        ...opts,
        method: "PUT",
        body: identifierInput
    })));
}
export function deleteAllIdentifiers(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/identifiers/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * What the list would show with these filters, sort and search, as a table that can be imported: name, type, value, owner
 * (a user's id), owner_name, group, rules, valid_from, valid_to, passes, status. An xlsx table has at most 1,000,000 rows.
 */
export function exportIdentifiers({ exportFormat, filters, sort, search }: {
    exportFormat?: ExportFormat;
    filters?: string;
    sort?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/export${QS.query(QS.explode({
        export_format: exportFormat,
        filters,
        sort,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * What would come of a table: nothing is created. "feature is not licensed", "identifier duplicate" and the like are errors
 * of rows; `filepath` is for ContinueIdentifierImport, by the same user within a day.
 */
export function importIdentifiers(body: {
    /** xlsx or csv, up to 64 MiB and 100,000 rows, with a heading of: name, type, value, owner (a user's id or e-mail),
    owner_name, group (a path), rules (names, or #id), valid_from, valid_to, passes, status. Only the first three are needed;
    owner_name is for people to read. */
    file: Blob;
    /** auto where absent. */
    format?: CardReading;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ImportIdentifiersResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/identifiers/import", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Carries an attempt out: all of it or nothing. 422 with errors per row index. Asked again it answers the same. One import
 * of a project at a time: "can't perform action".
 */
export function continueIdentifierImport(continueIdentifierImportRequestInput: ContinueIdentifierImportRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ContinueIdentifierImportResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/identifiers/import/continue", oazapfts.json({
        ...opts,
        method: "POST",
        body: continueIdentifierImportRequestInput
    })));
}
export function deleteIdentifier(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getIdentifier(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Identifier;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
export function updateIdentifier(id: number, identifierInput: IdentifierInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Identifier;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: identifierInput
    })));
}
/**
 * Which doors hold the identifier, which wait for it, and which have refused it and why. Doors that the caller does not see
 * are only counted.
 */
export function listIdentifierDevices(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListIdentifierDevicesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}/devices`, {
        ...opts
    }));
}
/**
 * Sends a device again what it has refused.
 */
export function retryIdentifierDevice(id: number, deviceId: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RetryIdentifierDeviceResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}/devices/${encodeURIComponent(deviceId)}/retry`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * An address that puts a pass of a QR identifier into the Google Wallet. Refused as GetIdentifierPass.
 */
export function getIdentifierWalletLink(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: WalletLink;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}/google-wallet`, {
        ...opts
    }));
}
/**
 * The photo that devices learn a face from; the one before is erased. At most 10 MiB, JPEG, PNG or WebP. 422 "face not
 * recognized" with data {reason: none|several|small|edge, boxes: [{x, y, width, height}]} in pixels of the upright image, whose
 * width and height are there, too. 422 "required" of consent where the project wants it.
 */
export function setIdentifierPhoto(id: number, body: {
    /** Whoever is on the photo has agreed to its use. */
    consent?: boolean;
    image: Blob;
    /** The form has just made the identifier: if the photo is refused, the identifier is deleted in the same call. Only for an
    identifier that the caller has made within the last hour and that never had a photo. */
    is_new?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Identifier;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}/photo`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * A signed pass of a QR identifier for the Apple Wallet. "can't perform action" where the project has no certificate; "view
 * identifier is not available" for identifiers of other types.
 */
export function getIdentifierPass(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}/pkpass`, {
        ...opts
    }));
}
/**
 * The QR code of a QR identifier as an image. "view identifier is not available" for identifiers of other types.
 */
export function getIdentifierQr(id: number, { format, size }: {
    format?: QrFormat;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}/qr${QS.query(QS.explode({
        format,
        size
    }))}`, {
        ...opts
    }));
}
/**
 * Refused at every door from now on. Revoking again changes nothing.
 */
export function revokeIdentifier(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Identifier;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/identifiers/${encodeURIComponent(id)}/revoke`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function listIntegrations({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListIntegrationsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/integrations${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Makes one where `id` is 0 or absent, else changes it; then absent keys stay as they are. The server is asked
 * before anything is saved: 409 `integration server is unavailable`.
 */
export function saveIntegration(integrationInput: IntegrationInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Integration;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/integrations", oazapfts.json({
        ...opts,
        method: "POST",
        body: integrationInput
    })));
}
export function listAvailableIntegrations(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListAvailableIntegrationsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/integrations/available", {
        ...opts
    }));
}
export function deleteAllIntegrations(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/integrations/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
export function deleteIntegration(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/integrations/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getIntegration(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Integration;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/integrations/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Cameras of the video platform, asked of it now.
 */
export function listCameras(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListCamerasResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/integrations/${encodeURIComponent(id)}/axxon-one/cameras`, {
        ...opts
    }));
}
/**
 * Macros of the video platform, asked of it now.
 */
export function listMacros(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListMacrosResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/integrations/${encodeURIComponent(id)}/axxon-one/macros`, {
        ...opts
    }));
}
export function listBannedIps({ page, size, search }: {
    page?: number;
    size?: number;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListBannedIpsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/ip-blocking/banned${QS.query(QS.explode({
        page,
        size,
        search
    }))}`, {
        ...opts
    }));
}
export function getIpBlockingStatus(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: IpBlockingStatus;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/ip-blocking/status", {
        ...opts
    }));
}
export function updateIpBlockingStatus(ipBlockingStatusInput: IpBlockingStatusInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: IpBlockingStatus;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/ip-blocking/status", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: ipBlockingStatusInput
    })));
}
export function unbanIp(unbanIpRequestInput: UnbanIpRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/ip-blocking/unban", oazapfts.json({
        ...opts,
        method: "POST",
        body: unbanIpRequestInput
    })));
}
export function unbanAllIps(unbanAllIpsRequestInput: UnbanAllIpsRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: UnbanAllIpsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/ip-blocking/unban-all", oazapfts.json({
        ...opts,
        method: "POST",
        body: unbanAllIpsRequestInput
    })));
}
export function listWhitelist(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListWhitelistResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/ip-blocking/whitelist", {
        ...opts
    }));
}
export function addToWhitelist(whitelistEntryInput: WhitelistEntryInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: WhitelistEntry;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/ip-blocking/whitelist", oazapfts.json({
        ...opts,
        method: "PUT",
        body: whitelistEntryInput
    })));
}
export function deleteFromWhitelist(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/ip-blocking/whitelist/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * Licences of the project.
 */
export function listLicenses(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListLicensesResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/licenses", {
        ...opts
    }));
}
/**
 * A licence from the licence server, by its key. The server is asked once a day whether it still holds.
 */
export function addCloudLicense(addCloudLicenseRequestInput: AddCloudLicenseRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: License;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/licenses/cloud", oazapfts.json({
        ...opts,
        method: "POST",
        body: addCloudLicenseRequestInput
    })));
}
/**
 * Features on and off, counts used and maximum.
 */
export function listFeatures(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListFeaturesResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/licenses/features", {
        ...opts
    }));
}
/**
 * A signed file of at most 256 KiB. The same file again changes nothing.
 */
export function addLicenseFile(body: {
    file: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: License;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/licenses/file", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Groups with limits of their own, and what they and the project have left.
 */
export function listGroupLicenses(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListGroupLicensesResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/licenses/groups", {
        ...opts
    }));
}
export function getLicenseStatus(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GetLicenseStatusResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/licenses/status", {
        ...opts
    }));
}
/**
 * The seat of one from the licence server is released there, as soon as the server answers.
 */
export function deleteLicense(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/licenses/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * What the project would have without one of its licences: features that would end, and counts that would be suspended.
 */
export function previewLicenseEnd(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: LicenseEndPreview;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/licenses/${encodeURIComponent(id)}/end-preview`, {
        ...opts
    }));
}
/**
 * Signs in: one session for each project of the account.
 */
export function login(loginRequestInput: LoginRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: LoginResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/login", oazapfts.json({
        ...opts,
        method: "POST",
        body: loginRequestInput
    })));
}
export function loginPasskey(loginPasskeyRequestInput: LoginPasskeyRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: LoginResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/login/passkey", oazapfts.json({
        ...opts,
        method: "POST",
        body: loginPasskeyRequestInput
    })));
}
/**
 * What a browser needs to ask for a passkey: as a second factor with the ticket of a sign-in, else as the only one.
 */
export function startPasskeyLogin(startPasskeyLoginRequestInput: StartPasskeyLoginRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PasskeyChallenge;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/login/passkey/options", oazapfts.json({
        ...opts,
        method: "POST",
        body: startPasskeyLoginRequestInput
    })));
}
/**
 * Providers that the sign-in page shows: those that are listed, and the one of the project asked for.
 */
export function listIdentityProviders({ project }: {
    project?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListIdentityProvidersResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/login/providers${QS.query(QS.explode({
        project
    }))}`, {
        ...opts
    }));
}
/**
 * Ends a sign-in with what the provider sent back. Who is not a user of the project is refused.
 */
export function finishProviderLogin(finishProviderLoginRequestInput: FinishProviderLoginRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: LoginResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/login/providers/finish", oazapfts.json({
        ...opts,
        method: "POST",
        body: finishProviderLoginRequestInput
    })));
}
/**
 * Where the browser goes to sign in. The answer's `state` is kept by the browser and compared on its return.
 */
export function startProviderLogin(id: number, body: {
    remember?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ProviderLogin;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/login/providers/${encodeURIComponent(id)}/start`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Signs in with a second factor, after a sign-in that asked for it. InvalidCredentials for a wrong code; five wrong
 * ones void the ticket.
 */
export function loginSecondFactor(loginSecondFactorRequestInput: LoginSecondFactorRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: LoginResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/login/second-factor", oazapfts.json({
        ...opts,
        method: "POST",
        body: loginSecondFactorRequestInput
    })));
}
/**
 * The picture itself. Whoever knows its unguessable key may see it: mails show it.
 */
export function getLogo(key: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/logos/${encodeURIComponent(key)}`, {
        ...opts
    }));
}
/**
 * Revokes this session.
 */
export function logout(logoutRequestInput: LogoutRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/logout", oazapfts.json({
        ...opts,
        method: "POST",
        body: logoutRequestInput
    })));
}
/**
 * The image: a JPEG of at most 1,280 pixels and 512 KiB. For whoever sees the event, or the alarm, at the moment of the call.
 */
export function getEventImage(path: string, { sessionId, expires, signature }: {
    sessionId?: number;
    expires?: number;
    signature?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/logs/storage/${encodeURIComponent(path)}${QS.query(QS.explode({
        session_id: sessionId,
        expires,
        signature
    }))}`, {
        ...opts
    }));
}
export function listMailTemplates({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListMailTemplatesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/mail-templates${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createMailTemplate(mailTemplateInput: MailTemplateInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MailTemplate;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/mail-templates", oazapfts.json({
        ...opts,
        method: "PUT",
        body: mailTemplateInput
    })));
}
export function deleteAllMailTemplates(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/mail-templates/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Renders with sample values.
 */
export function previewMail(previewMailRequestInput: PreviewMailRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MailPreview;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/mail-templates/preview", oazapfts.json({
        ...opts,
        method: "POST",
        body: previewMailRequestInput
    })));
}
/**
 * Sends the same to an address. 409 no_mail_server without a server that would send it.
 */
export function sendMailPreview(sendMailPreviewRequestInput: SendMailPreviewRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/mail-templates/preview/send", oazapfts.json({
        ...opts,
        method: "POST",
        body: sendMailPreviewRequestInput
    })));
}
export function listMailTemplateTypes(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListMailTemplateTypesResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/mail-templates/types", {
        ...opts
    }));
}
export function deleteMailTemplate(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/mail-templates/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getMailTemplate(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MailTemplate;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/mail-templates/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateMailTemplate(id: number, mailTemplateInput: MailTemplateInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MailTemplate;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/mail-templates/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: mailTemplateInput
    })));
}
export function listMarkers({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListMarkersResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/markers${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createMarker(markerInput: MarkerInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Marker;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/markers", oazapfts.json({
        ...opts,
        method: "PUT",
        body: markerInput
    })));
}
export function deleteAllMarkers(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/markers/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Takes it off everything that has it.
 */
export function deleteMarker(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/markers/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getMarker(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Marker;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/markers/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateMarker(id: number, markerInput: MarkerInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Marker;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/markers/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: markerInput
    })));
}
export function listNotifications({ $type, offset, limit }: {
    $type?: string;
    offset?: number;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListNotificationsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/notifications${QS.query(QS.explode({
        "type": $type,
        offset,
        limit
    }))}`, {
        ...opts
    }));
}
/**
 * What a browser needs to subscribe.
 */
export function getPushKey(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PushKey;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/notifications/push-key", {
        ...opts
    }));
}
/**
 * This browser's; one that is known is renewed, and belongs to the caller from now on.
 */
export function savePushSubscription(pushSubscriptionInput: PushSubscriptionInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PushSubscription;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/notifications/push-subscriptions", oazapfts.json({
        ...opts,
        method: "PUT",
        body: pushSubscriptionInput
    })));
}
/**
 * The caller's own, by its endpoint; none is no error.
 */
export function deletePushSubscription(deletePushSubscriptionRequestInput: DeletePushSubscriptionRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeletePushSubscriptionResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/notifications/push-subscriptions/delete", oazapfts.json({
        ...opts,
        method: "POST",
        body: deletePushSubscriptionRequestInput
    })));
}
/**
 * One, or all without an id.
 */
export function readNotifications(readNotificationsRequestInput: ReadNotificationsRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReadNotificationsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/notifications/read", oazapfts.json({
        ...opts,
        method: "POST",
        body: readNotificationsRequestInput
    })));
}
export function getNotificationSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: NotificationSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/notifications/settings", {
        ...opts
    }));
}
export function setNotificationSettings(notificationSettingsInput: NotificationSettingsInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: NotificationSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/notifications/settings", oazapfts.json({
        ...opts,
        method: "POST",
        body: notificationSettingsInput
    })));
}
/**
 * Unread, with the important ones.
 */
export function listUnreadNotifications(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListUnreadNotificationsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/notifications/unread", {
        ...opts
    }));
}
/**
 * Mails a link, if the address is known: the answer, and how long it takes, is the same for any address.
 */
export function recoverPassword(recoverPasswordRequestInput: RecoverPasswordRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/password/recovery", oazapfts.json({
        ...opts,
        method: "POST",
        body: recoverPasswordRequestInput
    })));
}
/**
 * Sets a new password by the link's code; every session of the account ends.
 */
export function resetPassword(resetPasswordRequestInput: ResetPasswordRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/password/reset", oazapfts.json({
        ...opts,
        method: "POST",
        body: resetPasswordRequestInput
    })));
}
/**
 * The permission catalogue, grouped, with the licence feature that each needs.
 */
export function listPermissions(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListPermissionsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/permissions", {
        ...opts
    }));
}
/**
 * Deletes one's own user in this project; refused with 409 for a wrong password and for the last administrator.
 */
export function deleteProfile(deleteProfileRequestInput: DeleteProfileRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile", oazapfts.json({
        ...opts,
        method: "DELETE",
        body: deleteProfileRequestInput
    })));
}
/**
 * Own profile with role, permissions, groups, project and licence information.
 */
export function getProfile(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Profile;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile", {
        ...opts
    }));
}
/**
 * Own profile fields, the locale included. Name, address and phone need can_edit_profile; the locale and the display settings do not.
 */
export function updateProfile(profileInput: ProfileInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Profile;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: profileInput
    })));
}
export function deleteProfileAvatar(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/avatar", {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * A new picture of oneself: the square of `size` pixels at (x, y) of the image.
 */
export function setProfileAvatar(body: {
    /** JPEG, PNG or WebP, up to 10 MiB and 24 megapixels. */
    image: Blob;
    /** Side of the crop, 1 pixel or more; 0 takes the largest square in the middle. */
    size?: number;
    /** Left upper corner of the crop, in pixels of the image as it is shown upright. */
    x?: number;
    y?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Avatar;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/avatar", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Whether the hint to install the mobile application is shown.
 */
export function setMobileAppPopup(setMobileAppPopupRequestInput: SetMobileAppPopupRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/mobile-app-popup", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: setMobileAppPopupRequestInput
    })));
}
/**
 * At most 20.
 */
export function addPasskey(addPasskeyRequestInput: AddPasskeyRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Passkey;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/passkeys", oazapfts.json({
        ...opts,
        method: "POST",
        body: addPasskeyRequestInput
    })));
}
export function startPasskey(startPasskeyRequestInput: StartPasskeyRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PasskeyChallenge;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/passkeys/options", oazapfts.json({
        ...opts,
        method: "POST",
        body: startPasskeyRequestInput
    })));
}
export function deletePasskey(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/profile/passkeys/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * Changes the own password; every other session of the account is revoked.
 */
export function changeProfilePassword(changeProfilePasswordRequestInput: ChangeProfilePasswordRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/password", oazapfts.json({
        ...opts,
        method: "POST",
        body: changeProfilePasswordRequestInput
    })));
}
/**
 * Ten new recovery codes; those before are void.
 */
export function renewRecoveryCodes(renewRecoveryCodesRequestInput: RenewRecoveryCodesRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RecoveryCodes;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/recovery-codes", oazapfts.json({
        ...opts,
        method: "POST",
        body: renewRecoveryCodesRequestInput
    })));
}
export function getSecondFactors(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SecondFactorState;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/second-factors", {
        ...opts
    }));
}
/**
 * The live sessions of one's account, in whichever of its projects, the newest first.
 */
export function listOwnSessions(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListOwnSessionsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/sessions", {
        ...opts
    }));
}
/**
 * Signs out every session of one's account but this one and those that the same sign-in opened in other projects.
 */
export function revokeOtherSessions(revokeOtherSessionsRequestInput: RevokeOtherSessionsRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RevokeOtherSessionsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/sessions/revoke-others", oazapfts.json({
        ...opts,
        method: "POST",
        body: revokeOtherSessionsRequestInput
    })));
}
/**
 * Signs one of them out.
 */
export function revokeOwnSession(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/profile/sessions/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * The caller's own, newest first. Expired ones are listed for 7 days.
 */
export function listOwnTokens(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListOwnTokensResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/tokens", {
        ...opts
    }));
}
/**
 * At most 20 that have not expired. It has the rights of the caller at the moment of each call, as far as its scopes go.
 */
export function createOwnToken(createOwnTokenRequestInput: CreateOwnTokenRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CreateOwnTokenResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/tokens", oazapfts.json({
        ...opts,
        method: "POST",
        body: createOwnTokenRequestInput
    })));
}
/**
 * Calls with it are refused from now on.
 */
export function revokeOwnToken(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/profile/tokens/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * A new secret for an authenticator; it counts once it is confirmed. 409 while one is on.
 */
export function startTotp(startTotpRequestInput: StartTotpRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: TotpSecret;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/totp", oazapfts.json({
        ...opts,
        method: "POST",
        body: startTotpRequestInput
    })));
}
/**
 * Switches it on; answers ten recovery codes, shown this once.
 */
export function confirmTotp(confirmTotpRequestInput: ConfirmTotpRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RecoveryCodes;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/totp/confirm", oazapfts.json({
        ...opts,
        method: "POST",
        body: confirmTotpRequestInput
    })));
}
/**
 * Switches it off, with the password.
 */
export function disableTotp(disableTotpRequestInput: DisableTotpRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/profile/totp/disable", oazapfts.json({
        ...opts,
        method: "POST",
        body: disableTotpRequestInput
    })));
}
export function listProjects({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListProjectsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/projects${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * With its default roles and its first administrator, who is sent an invitation.
 */
export function createProject(dealerProjectInput: DealerProjectInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DealerProject;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/projects", oazapfts.json({
        ...opts,
        method: "PUT",
        body: dealerProjectInput
    })));
}
export function getProject(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DealerProject;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/projects/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Nobody signs in to a suspended project, and its sessions end; its doors go on working.
 */
export function updateProject(id: number, dealerProjectInput: DealerProjectInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DealerProject;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/projects/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: dealerProjectInput
    })));
}
/**
 * Signs the dealer in to a project for a limited time; audited there, with the reason.
 */
export function startSupportSession(id: number, body: {
    /** 5 to 480; 0 means 60. */
    minutes?: number;
    /** 1 to 500 characters, for the project's audit log. */
    reason?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Session;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/projects/${encodeURIComponent(id)}/support-session`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * A new pair of tokens for a refresh token. The old one is void; using it again revokes the family.
 */
export function refresh(refreshRequestInput: RefreshRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RefreshResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/refresh", oazapfts.json({
        ...opts,
        method: "POST",
        body: refreshRequestInput
    })));
}
/**
 * Begins a registration and mails a code of six digits. Answers alike whether or not the e-mail is known: who is
 * registered already is told so by mail.
 */
export function register(registerRequestInput: RegisterRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RegisterResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/registration", oazapfts.json({
        ...opts,
        method: "POST",
        body: registerRequestInput
    })));
}
/**
 * Confirms the account of a self-registration by the token of the mail's link.
 */
export function confirmAccount(confirmAccountRequestInput: ConfirmAccountRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/registration/confirm", oazapfts.json({
        ...opts,
        method: "POST",
        body: confirmAccountRequestInput
    })));
}
/**
 * Ends a registration: the user is made. `invalid confirmation code` for a wrong one; five wrong ones void it.
 */
export function confirmEmail(confirmEmailRequestInput: ConfirmEmailRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/registration/confirm-email", oazapfts.json({
        ...opts,
        method: "POST",
        body: confirmEmailRequestInput
    })));
}
/**
 * Mails a new code, not before `resend_after_seconds`: else 429.
 */
export function resendRegistration(resendRegistrationRequestInput: ResendRegistrationRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: RegisterResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/registration/resend", oazapfts.json({
        ...opts,
        method: "POST",
        body: resendRegistrationRequestInput
    })));
}
/**
 * What an invitation is for. `verification link is outdated or incorrect` for one that is not good.
 */
export function getInvitation(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Invitation;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/registration/tokens/${encodeURIComponent(token)}`, {
        ...opts
    }));
}
/**
 * Takes the invitation: sets the password and signs in.
 */
export function acceptInvitation(token: string, body: {
    /** 8 to 256 characters. */
    password?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: LoginResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/registration/tokens/${encodeURIComponent(token)}`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * identifier_number, identifier_type (card, input_code, qr): whether to open. Decided within 4 seconds; else, and for a number that
 * nobody knows, the device decides by itself.
 */
export function validateHttpIdentifier(body: {
    [key: string]: any;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ValidateHttpIdentifierResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/remote/validate", oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Peak and mean of each day, 366 days at most.
 */
export function getLicensesOverPeriod({ domainId, $from, to }: {
    domainId?: number;
    $from?: string;
    to?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: LicensesOverPeriod;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/reports/licenses/period${QS.query(QS.explode({
        domain_id: domainId,
        "from": $from,
        to
    }))}`, {
        ...opts
    }));
}
export function listUsedLicenses({ page, size, search, domainId }: {
    page?: number;
    size?: number;
    search?: string;
    domainId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListUsedLicensesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/reports/licenses/used${QS.query(QS.explode({
        page,
        size,
        search,
        domain_id: domainId
    }))}`, {
        ...opts
    }));
}
export function downloadUsedLicenses({ exportFormat, search, domainId }: {
    exportFormat?: ExportFormat;
    search?: string;
    domainId?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/reports/licenses/used/download${QS.query(QS.explode({
        export_format: exportFormat,
        search,
        domain_id: domainId
    }))}`, {
        ...opts
    }));
}
/**
 * Fields, filter rules and sort keys of every list.
 */
export function listResourceMeta(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListResourceMetaResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/resources/meta", {
        ...opts
    }));
}
export function listRoles({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListRolesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/roles${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Nobody grants more than they hold without can_grant_permissions_more_than_his_own.
 */
export function createRole(roleInput: RoleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Role;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/roles", oazapfts.json({
        ...opts,
        method: "PUT",
        body: roleInput
    })));
}
export function deleteAllRoles(deleteAllRolesRequestInput: DeleteAllRolesRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllRolesResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/roles/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRolesRequestInput
    })));
}
/**
 * Refused with 409 while users have it or settings of the project name it; gently leaves such a role alone and answers
 * what keeps it.
 */
export function deleteRole(id: number, { gently }: {
    gently?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteRoleResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/roles/${encodeURIComponent(id)}${QS.query(QS.explode({
        gently
    }))}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getRole(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Role;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/roles/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
/**
 * Reaches those who are signed in at once.
 */
export function updateRole(id: number, roleInput: RoleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Role;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/roles/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: roleInput
    })));
}
/**
 * Users, groups, devices, identifiers, numbers, rules and schedules that fit, best first: of each kind those that the caller may view.
 */
export function search({ query, size }: {
    query?: string;
    size?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SearchResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/search${QS.query(QS.explode({
        query,
        size
    }))}`, {
        ...opts
    }));
}
/**
 * Registers: the object becomes a root group of which the registrant is administrator; a link is mailed that
 * confirms the account, which cannot sign in before.
 */
export function selfRegister(selfRegisterRequestInput: SelfRegisterRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/self-registration", oazapfts.json({
        ...opts,
        method: "POST",
        body: selfRegisterRequestInput
    })));
}
/**
 * What a project's invitation code offers. `invalid invitation code` for an unknown one.
 */
export function getSelfRegistration(code: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SelfRegistration;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/self-registration/${encodeURIComponent(code)}`, {
        ...opts
    }));
}
/**
 * The oldest first, up to 200 of a service.
 */
export function listDeadLetters({ service }: {
    service?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListDeadLettersResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/server/dead-letters${QS.query(QS.explode({
        service
    }))}`, {
        ...opts
    }));
}
/**
 * Puts them back into the service's queue, in their order. Processing an event twice does no harm.
 */
export function replayDeadLetters(replayDeadLettersRequestInput: ReplayDeadLettersRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReplayDeadLettersResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/server/dead-letters/replay", oazapfts.json({
        ...opts,
        method: "POST",
        body: replayDeadLettersRequestInput
    })));
}
/**
 * Versions, services and their health, storage, queues.
 */
export function getServerInfo(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ServerInfo;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/server/info", {
        ...opts
    }));
}
/**
 * What is the operator's alone: files, disks, ends of certificates. Dealers only.
 */
export function getInstallation(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Installation;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/server/installation", {
        ...opts
    }));
}
/**
 * What the sign-in screens need: features, registration, locales, branding.
 */
export function getServerSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ServerSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/server/settings", {
        ...opts
    }));
}
export function getAppleWalletSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AppleWalletSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/apple-wallet", {
        ...opts
    }));
}
export function updateAppleWalletSettings(appleWalletSettingsInput: AppleWalletSettingsInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: AppleWalletSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/apple-wallet", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: appleWalletSettingsInput
    })));
}
/**
 * *Ours*: moves the devices back to the broker of the installation, in the same steps.
 */
export function deleteBrokerSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: BrokerSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/broker", {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * The broker of the project, and how far its devices have moved to it.
 */
export function getBrokerSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: BrokerSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/broker", {
        ...opts
    }));
}
/**
 * A broker of the project's own. The certificate is checked and the broker is connected to before anything is stored; then the
 * devices are moved: one, a tenth, all; each step only when 99 % of the last have come back over the new broker within 120 s.
 */
export function setBrokerSettings(body: {
    /** PEM of the authority that signed the broker's own certificate; empty for a public one. */
    authority?: string;
    /** PEM: the client certificate of the platform and of the devices, with its chain. */
    certificate?: string;
    /** Of the platform at the broker. */
    login?: string;
    /** Whether the platform makes a user for each device, by Mosquitto's dynamic security. Else somebody else does: the user name is the
    serial number, the password that of the device's MQTT settings. */
    manages_users?: boolean;
    /** Empty: the one that is stored, when url and login are those that are stored. */
    password?: string;
    /** PEM: the private key of the certificate. */
    private_key: Blob;
    /** mqtts://example.org:8883 */
    url?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: BrokerSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/broker", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * The same with what a backup file says that the device held. "invalid backup image" for every other file.
 */
export function importDeviceBackup(body: {
    /** The device that the backup is for; 0: that with the serial number of the file. */
    device_id?: number;
    /** JSON, at most 16 MiB: {info: {serial_number, model}, identifiers: [...], time_profiles: [...]} in the device's words, as
    /v1/access/identifier/items/link and /v1/access/timeprofile/items/link answer them. */
    file: Blob;
    /** As in AdoptDeviceRequest. */
    plan_hash?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeviceAdoption;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/device-backup-import", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
export function getGeneralSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GeneralSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/general", {
        ...opts
    }));
}
export function updateGeneralSettings(generalSettingsInput: GeneralSettingsInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GeneralSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/general", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: generalSettingsInput
    })));
}
/**
 * The project's provider; defaults where there is none yet.
 */
export function getIdentityProvider(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: IdentityProvider;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/identity-provider", {
        ...opts
    }));
}
export function updateIdentityProvider(identityProviderInput: IdentityProviderInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: IdentityProvider;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/identity-provider", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: identityProviderInput
    })));
}
export function getMailSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MailSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/mail", {
        ...opts
    }));
}
export function updateMailSettings(mailSettingsInput: MailSettingsInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: MailSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/mail", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: mailSettingsInput
    })));
}
/**
 * Sends a mail by the project's mail settings, and says what the mail server said; 409 no_mail_server without one.
 */
export function sendTestMail(sendTestMailRequestInput: SendTestMailRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/mail/test", oazapfts.json({
        ...opts,
        method: "POST",
        body: sendTestMailRequestInput
    })));
}
export function getPushServerSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PushServerSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/push-server", {
        ...opts
    }));
}
export function updatePushServerSettings(pushServerSettingsInput: PushServerSettingsInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PushServerSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/push-server", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: pushServerSettingsInput
    })));
}
export function getSipSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DomainsSipSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/sip", {
        ...opts
    }));
}
export function updateSipSettings(domainsSipSettingsInput: DomainsSipSettingsInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DomainsSipSettings;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/sip", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: domainsSipSettingsInput
    })));
}
export function getWhiteLabelSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: WhiteLabel;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/whitelabel", {
        ...opts
    }));
}
export function updateWhiteLabelSettings(whiteLabelInput: WhiteLabelInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: WhiteLabel;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/whitelabel", oazapfts.json({
        ...opts,
        method: "PATCH",
        body: whiteLabelInput
    })));
}
export function deleteProjectLogo(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/whitelabel/logo", {
        ...opts,
        method: "DELETE"
    }));
}
export function setProjectLogo(body: {
    /** As in SetGroupLogoRequest. */
    image: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Logo;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/settings/whitelabel/logo", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Those of one list, by name. They are of everybody whose role sees others' entries of that list; nobody else has any.
 */
export function listSharedViews({ list }: {
    list?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListSharedViewsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/shared-views${QS.query(QS.explode({
        list
    }))}`, {
        ...opts
    }));
}
/**
 * For those who may list them. 100 of a list at most.
 */
export function createSharedView(sharedViewInput: SharedViewInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SharedView;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/shared-views", oazapfts.json({
        ...opts,
        method: "PUT",
        body: sharedViewInput
    })));
}
/**
 * By whoever shared it, and by those who may change settings of the project.
 */
export function deleteSharedView(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/shared-views/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function listSipNumbers({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListSipNumbersResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-numbers${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createSipNumber(sipNumberInput: SipNumberInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SipNumber;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-numbers", oazapfts.json({
        ...opts,
        method: "PUT",
        body: sipNumberInput
    })));
}
/**
 * Whom the caller may call, by name; not the caller's own numbers.
 */
export function listContacts({ search }: {
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListContactsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-numbers/contacts${QS.query(QS.explode({
        search
    }))}`, {
        ...opts
    }));
}
export function deleteAllSipNumbers(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-numbers/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * The next free numbers of the project's range, for a group. All of them or none.
 */
export function generateSipNumbers(generateSipNumbersRequestInput: GenerateSipNumbersRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: GenerateSipNumbersResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-numbers/generate", oazapfts.json({
        ...opts,
        method: "POST",
        body: generateSipNumbersRequestInput
    })));
}
export function deleteSipNumber(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-numbers/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getSipNumber(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SipNumber;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-numbers/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateSipNumber(id: number, sipNumberInput: SipNumberInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SipNumber;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-numbers/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: sipNumberInput
    })));
}
/**
 * Who is behind a number that the caller may call, or was called by.
 */
export function getCallInfo($number: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CallInfo;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-numbers/${encodeURIComponent($number)}/call-info`, {
        ...opts
    }));
}
/**
 * Writes the project's accounts anew from its numbers, and tells panels anew where they register; registrations and
 * calls go on.
 */
export function reinitSipService(reinitSipServiceRequestInput: ReinitSipServiceRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReinitSipServiceResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-service/reinit", oazapfts.json({
        ...opts,
        method: "POST",
        body: reinitSipServiceRequestInput
    })));
}
/**
 * Restarts the edge; that it begins, and that it is done or has failed, is notified. Calls that are up go on.
 */
export function restartSipService(restartSipServiceRequestInput: RestartSipServiceRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-service/restart", oazapfts.json({
        ...opts,
        method: "POST",
        body: restartSipServiceRequestInput
    })));
}
export function getSipServiceStatus(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SipServiceStatus;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-service/status", {
        ...opts
    }));
}
export function listSipTrunks({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListSipTrunksResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-trunks${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createSipTrunk(sipTrunkInput: SipTrunkInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SipTrunk;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-trunks", oazapfts.json({
        ...opts,
        method: "PUT",
        body: sipTrunkInput
    })));
}
export function deleteAllSipTrunks(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/sip-trunks/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
export function deleteSipTrunk(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-trunks/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getSipTrunk(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SipTrunk;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-trunks/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateSipTrunk(id: number, sipTrunkInput: SipTrunkInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SipTrunk;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/sip-trunks/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: sipTrunkInput
    })));
}
/**
 * The same text as long as nothing has changed: sorted, without ids.
 */
export function exportSite({ entities, groupId, compact, codes }: {
    entities?: string[];
    groupId?: number;
    compact?: boolean;
    codes?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/site${QS.query(QS.explode({
        entities,
        group_id: groupId,
        compact,
        codes
    }))}`, {
        ...opts
    }));
}
/**
 * Begins what was planned, unless the site has changed since. The file is stored as a backup: GetBackup says how far it is,
 * UndoBackup undoes it. A plan without changes is over at once.
 */
export function applySite(body: {
    entities?: string[];
    file: Blob;
    /** Secrets that are not given are left out: devices and numbers make their own, others are entered later. */
    leave_out_secrets?: boolean;
    mode?: BackupMode;
    /** Of the plan that was reviewed. */
    plan_hash?: string;
    /** Of each `${secret:name}` of a row that is created: up to 1 MiB in all. */
    secrets?: {
        [key: string]: string;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ApplySiteResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/site/apply", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * What was changed by hand since a file was applied, in what it manages: a plan that would change it back. Forbidden to who
 * does not see the whole project, since the file may name what they do not see.
 */
export function getSiteDrift(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: SiteDrift;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/site/drift", {
        ...opts
    }));
}
/**
 * Nothing is managed by a file any more; nothing else changes. Only by who may change every group that is managed.
 */
export function releaseSite(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ManagedGroups;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/site/managed", {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * Which groups are managed by a file. The caller's visible ones.
 */
export function getManagedGroups(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ManagedGroups;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/site/managed", {
        ...opts
    }));
}
/**
 * What applying the file would change. Nothing is written.
 */
export function planSite(body: {
    /** Without any: all that the file has. */
    entities?: string[];
    /** UTF-8, up to 16 MiB. */
    file: Blob;
    mode?: BackupMode;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: BackupPlan;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/site/plan", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
export function listTimeRules({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListTimeRulesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/time-rules${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
export function createTimeRule(timeRuleInput: TimeRuleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: TimeRule;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/time-rules", oazapfts.json({
        ...opts,
        method: "PUT",
        body: timeRuleInput
    })));
}
export function deleteAllTimeRules(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/time-rules/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * The periods of a schedule, saved or not, in a window.
 */
export function previewTimeRule(previewTimeRuleRequestInput: PreviewTimeRuleRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: PreviewTimeRuleResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/time-rules/preview", oazapfts.json({
        ...opts,
        method: "POST",
        body: previewTimeRuleRequestInput
    })));
}
/**
 * Refused with 409 while an access rule uses it.
 */
export function deleteTimeRule(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/time-rules/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getTimeRule(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: TimeRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/time-rules/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
export function updateTimeRule(id: number, timeRuleInput: TimeRuleInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: TimeRule;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/time-rules/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: timeRuleInput
    })));
}
/**
 * Those of the project, newest first. Expired ones are listed for 7 days.
 */
export function listServiceTokens(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListServiceTokensResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/tokens", {
        ...opts
    }));
}
/**
 * At most 100 that have not expired. The role must be one that the caller may give to a user, and every group must be one
 * into which the caller may put a user.
 */
export function createServiceToken(createServiceTokenRequestInput: CreateServiceTokenRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: CreateServiceTokenResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/tokens", oazapfts.json({
        ...opts,
        method: "POST",
        body: createServiceTokenRequestInput
    })));
}
/**
 * Calls with it are refused from now on.
 */
export function revokeServiceToken(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/tokens/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function listUkey2Keys({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListUkey2KeysResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/ukey2${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * "value not unique" where the installation has a live key and `replace` is not set; "feature is not licensed".
 */
export function issueUkey2Key(issueUkey2KeyRequestInput: IssueUkey2KeyRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Ukey2Key;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/ukey2/issue", oazapfts.json({
        ...opts,
        method: "POST",
        body: issueUkey2KeyRequestInput
    })));
}
export function getUkey2Key(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Ukey2Key;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/ukey2/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
/**
 * Refused at every door from now on. Revoking again changes nothing.
 */
export function revokeUkey2Key(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Ukey2Key;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/ukey2/${encodeURIComponent(id)}/revoke`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
export function listUsers({ page, size, sort, filters, $with, search, isGroupAdmin }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
    isGroupAdmin?: boolean;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListUsersResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search,
        is_group_admin: isGroupAdmin
    }))}`, {
        ...opts
    }));
}
export function createUser(userInput: UserInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: User;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/users", oazapfts.json({
        ...opts,
        method: "PUT",
        body: userInput
    })));
}
/**
 * Deletes users; answers per item.
 */
export function deleteAllUsers(deleteAllRequestInput: DeleteAllRequestInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteAllResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/users/deleteAll", oazapfts.json({
        ...opts,
        method: "POST",
        body: deleteAllRequestInput
    })));
}
/**
 * Users as a table that can be imported again, ordered by their groups.
 */
export function exportUsers({ domainIds, format }: {
    domainIds?: number[];
    format?: ExportFormat;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchBlob<{
        status: 200;
        data: Blob;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/export${QS.query(QS.explode({
        domain_ids: domainIds,
        format
    }))}`, {
        ...opts
    }));
}
/**
 * Makes users from an xlsx or csv table: all of them or none. 422 with errors per row index.
 */
export function importUsers(body: {
    /** The group of rows that name none. */
    domain_id?: number;
    /** Only looks: says what would be made and what is wrong, and makes nothing. */
    dry_run?: boolean;
    /** xlsx or csv (UTF-8; comma, semicolon or tab), up to 64 MiB and 20,000 rows, with a heading of: name, email,
    login, phone, address, description, role, groups. Only name is required; groups are paths as "Site / House 1",
    several with a semicolon. */
    file: Blob;
    /** The role of rows that name none. */
    role_id?: number;
    /** Whether everybody with an e-mail and without a password is sent the registration link. */
    send_registration_link?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ImportUsersResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/users/import", oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
export function deleteUser(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getUser(id: number, { $with }: {
    $with?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: User;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    }));
}
export function updateUser(id: number, userInput: UserInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: User;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: userInput
    })));
}
export function deleteUserAvatar(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/avatar`, {
        ...opts,
        method: "DELETE"
    }));
}
export function setUserAvatar(id: number, body: {
    image: Blob;
    size?: number;
    /** As in SetProfileAvatarRequest. */
    x?: number;
    y?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Avatar;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/avatar`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body
    })));
}
export function getUserLicense(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: UserLicense;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/licenses`, {
        ...opts
    }));
}
export function updateUserLicense(id: number, userLicenseInput: UserLicenseInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: UserLicense;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/licenses`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: userLicenseInput
    })));
}
export function listMobileClients(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListMobileClientsResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/mobile-clients`, {
        ...opts
    }));
}
/**
 * Signs a mobile client out: its sessions end, and it leaves the list.
 */
export function deleteMobileClient(id: number, clientId: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/mobile-clients/${encodeURIComponent(clientId)}`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * Sets another user's password; their sessions are revoked.
 */
export function setUserPassword(id: number, body: {
    /** 8 to 256 characters. */
    new_password?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/password`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Sends the link by which an invited user sets a password. The link is good for 7 days and voids those before it.
 */
export function sendRegistrationLink(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/registration-link`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Removes every second factor of another user, with their recovery codes: somebody who has lost them signs in with
 * the password again. Their sessions end, and they are told by mail. 409 where there is none.
 */
export function removeUserSecondFactors(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: object;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/users/${encodeURIComponent(id)}/second-factors`, {
        ...opts,
        method: "DELETE"
    }));
}
/**
 * Which wallets the project's passes can be put into.
 */
export function getWallets(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Wallets;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/wallets", {
        ...opts
    }));
}
/**
 * The catalogue of events.
 */
export function listWebhookEvents(opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListWebhookEventsResponse;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/webhook-events", {
        ...opts
    }));
}
export function listWebhooks({ page, size, sort, filters, $with, search }: {
    page?: number;
    size?: number;
    sort?: string;
    filters?: string;
    $with?: string[];
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListWebhooksResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks${QS.query(QS.explode({
        page,
        size,
        sort,
        filters,
        "with": $with,
        search
    }))}`, {
        ...opts
    }));
}
/**
 * Answers with the secret, which is not shown again. A project has 20 at most.
 */
export function createWebhook(webhookInput: WebhookInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Webhook;
    } | {
        status: number;
        data: Error;
    }>("/api/v0/webhooks", oazapfts.json({
        ...opts,
        method: "POST",
        body: webhookInput
    })));
}
/**
 * With its deliveries.
 */
export function deleteWebhook(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: DeleteResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    }));
}
export function getWebhook(id: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Webhook;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks/${encodeURIComponent(id)}`, {
        ...opts
    }));
}
/**
 * Whoever changes the address, the events or the group vouches for it from then on: it gets what they may view.
 */
export function updateWebhook(id: number, webhookInput: WebhookInput, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: Webhook;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body: webhookInput
    })));
}
/**
 * The newest first. Without what was sent: whoever sees the settings need not see the events.
 */
export function listWebhookDeliveries(id: number, { state, beforeId, limit }: {
    state?: WebhookDeliveryState;
    beforeId?: number;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ListWebhookDeliveriesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks/${encodeURIComponent(id)}/deliveries${QS.query(QS.explode({
        state,
        before_id: beforeId,
        limit
    }))}`, {
        ...opts
    }));
}
/**
 * Puts dead letters back into the queue.
 */
export function replayWebhookDeliveries(id: number, body: {
    /** Instead: the oldest 10,000. */
    all?: boolean;
    /** Up to 500 dead letters. Those that are none are left alone. */
    deliveries?: number[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: ReplayWebhookDeliveriesResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks/${encodeURIComponent(id)}/deliveries/replay`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * A new secret, which is not shown again. For 24 hours every message has the signature of the one before, too.
 */
export function rotateWebhookSecret(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: WebhookSecret;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks/${encodeURIComponent(id)}/secret`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}
/**
 * Sends an event webhook.test at once, without a queue, and answers with what came back.
 */
export function testWebhook(id: number, body: {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.ok(oazapfts.fetchJson<{
        status: 200;
        data: TestWebhookResponse;
    } | {
        status: number;
        data: Error;
    }>(`/api/v0/webhooks/${encodeURIComponent(id)}/test`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    })));
}

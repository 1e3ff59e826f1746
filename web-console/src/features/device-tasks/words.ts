/** What a task does; the words are in `options.kinds`. */
export const TASK_KINDS = [
  'identifiers_save',
  'identifiers_delete',
  'schedules_save',
  'schedules_delete',
  'clear',
  'sip_settings',
  'sip_calls',
  'address',
  'additional',
  'face_recognition',
  'relays',
  'floor_map',
  'alpr_camera',
  'forwards',
  'management_server',
  'network',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const isTaskKind = (kind: string): kind is TaskKind =>
  TASK_KINDS.some((each) => each === kind)

/** Words of devices, and of the platform about them, for what went wrong: `options.errors`. */
export const SYNC_ERRORS = [
  'entity_not_found',
  'not_found',
  'number_taken_by_another_identifier',
  'bad_base_64_image_file',
  'face_has_not_recognized',
  'bound_time_profile_doesnt_exist',
  'face_id_not_supported',
  'number_of_face_identifiers_exceeded',
  'number_of_identifiers_exceeded',
  'invalid_time_rules_settings',
  'wrong_areas',
  'wrong_rule',
  'unsupported_type',
  'locks_not_selectable',
  'prohibited_at_times',
  'schedules_differ_by_lock',
  'schedule_in_another_zone',
  'hours_of_the_key',
  'passes_of_the_key',
  'clock_in_another_zone',
  'online_only',
  'device_full',
  'wrong_number_or_period',
  'required',
] as const
export type SyncErrorWord = (typeof SYNC_ERRORS)[number]

export const isSyncErrorWord = (word: string): word is SyncErrorWord =>
  SYNC_ERRORS.some((each) => each === word)

/** A word that is not in the lists: `new_word` -> `New word`; a sentence stays as it is. */
export function rawWords(word: string): string {
  const words = word.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

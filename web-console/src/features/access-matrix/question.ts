import type { GetAccessMatrixApiArg } from '@/api/generated/access-matrix'
import type { Filters } from '@/api/list'

export const CELL_STATES = [
  'open',
  'online_only',
  'open_without_identifier',
  'later',
  'forbidden',
  'none',
] as const
export type CellState = (typeof CELL_STATES)[number]

export const SIZES = [20, 50, 100] as const
const DEFAULT_SIZE = 50
/** The most locks that the server answers. */
export const DOOR_SIZE = 50

/** What is looked at: all of it in the address. */
export interface Question {
  page: number
  size: number
  doorPage: number
  search: string
  /** One user: where they can go. */
  userId: number | undefined
  /** Users of this group and of those below it. */
  groupId: number | undefined
  /** One device, or one of its locks: who can enter. */
  deviceId: number | undefined
  lock: number | undefined
  /** Devices of this group and of those below it. */
  deviceGroupId: number | undefined
  ruleId: number | undefined
  state: CellState | undefined
  /** RFC 3339; undefined: now. */
  at: string | undefined
  /** Equal rows are one. */
  isFolded: boolean
}

const NUMBERS = {
  userId: 'user_id',
  groupId: 'group_id',
  deviceId: 'device_id',
  lock: 'lock_number',
  deviceGroupId: 'device_group_id',
  ruleId: 'access_rule_id',
} as const

export function parseQuestion(params: URLSearchParams): Question {
  const number = (name: string) => positive(params.get(name))
  const at = params.get('at')
  const state = params.get('state')
  const size = number('size')
  return {
    page: number('page') ?? 1,
    size: SIZES.find((each) => each === size) ?? DEFAULT_SIZE,
    doorPage: number('door_page') ?? 1,
    search: params.get('search') ?? '',
    userId: number(NUMBERS.userId),
    groupId: number(NUMBERS.groupId),
    deviceId: number(NUMBERS.deviceId),
    lock: number(NUMBERS.deviceId) === undefined ? undefined : number(NUMBERS.lock),
    deviceGroupId: number(NUMBERS.deviceGroupId),
    ruleId: number(NUMBERS.ruleId),
    state: CELL_STATES.find((each) => each === state),
    at: at !== null && !Number.isNaN(Date.parse(at)) ? at : undefined,
    isFolded: params.get('fold') !== 'off',
  }
}

/** The address's parameters; what is at its default is left out. */
export function questionParams(question: Partial<Question>): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | undefined, initial?: string | number) => {
    if (value !== undefined && value !== '' && value !== initial) params.set(name, String(value))
  }
  set('search', question.search)
  for (const [key, name] of Object.entries(NUMBERS)) {
    set(name, question[key as keyof typeof NUMBERS])
  }
  set('state', question.state)
  set('at', question.at)
  set('fold', question.isFolded === false ? 'off' : undefined)
  set('page', question.page, 1)
  set('size', question.size, DEFAULT_SIZE)
  set('door_page', question.doorPage, 1)
  return params
}

/** A change of what is asked begins at the first page of what it narrows. */
export function changed(question: Question, part: Partial<Question>): Question {
  const narrows = ['search', 'userId', 'groupId', 'ruleId', 'state', 'size'] as const
  const narrowsDoors = ['deviceId', 'lock', 'deviceGroupId'] as const
  const next = { ...question, ...part }
  if (narrows.some((key) => key in part) && !('page' in part)) next.page = 1
  // A door asks for other users by their state or rule.
  if (narrowsDoors.some((key) => key in part)) {
    next.doorPage = 1
    next.page = 1
  }
  if (next.deviceId !== question.deviceId && !('lock' in part)) next.lock = undefined
  return next
}

/** Where a question is answered. */
export const accessMatrixPath = (question: Partial<Question>) => {
  const query = questionParams(question).toString()
  return query === '' ? '/access-matrix' : `/access-matrix?${query}`
}

function filtersOf({ userId, groupId }: Question): string | undefined {
  const items: Filters['items'] = []
  if (userId !== undefined) items.push({ field: 'id', rule: 'equals', value: userId })
  if (groupId !== undefined) {
    items.push({ field: 'within_domain_id', rule: 'equals', value: groupId })
  }
  return items.length === 0 ? undefined : JSON.stringify({ match: 'match_all', items })
}

/** What the server is asked. */
export const argsOf = (question: Question): GetAccessMatrixApiArg => ({
  page: question.page,
  size: question.size,
  sort: 'name',
  filters: filtersOf(question),
  search: question.search || undefined,
  doorPage: question.doorPage,
  doorSize: DOOR_SIZE,
  at: question.at,
  deviceId: question.deviceId,
  lockNumber: question.lock,
  state: question.state,
  accessRuleId: question.ruleId,
  deviceDomainId: question.deviceGroupId,
})

/** The same as a table: all of its pages. */
export const downloadArgs = (question: Question) => ({
  filters: filtersOf(question),
  sort: 'name',
  search: question.search || undefined,
  at: question.at,
  device_id: question.deviceId,
  lock_number: question.lock,
  state: question.state,
  access_rule_id: question.ruleId,
  device_domain_id: question.deviceGroupId,
})

function positive(text: string | null): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

import type { ManagedCallInfo } from '@/api/generated/calls'
import { FROM_SERVER } from '../calls/transitions'
import type { Call, ManagedCall, Who } from '../calls/types'

/** A call of which only the server has told. */
export function callOf(managed: ManagedCall): Call {
  return {
    id: managed.id,
    speechId: managed.id,
    number: managed.caller,
    callee: managed.callee,
    direction: 'incoming',
    type: managed.type ?? 'awaiting',
    status: FROM_SERVER[managed.status ?? 'new'],
    started: managed.created_at * 1_000,
    hasTalked: false,
    isSos: managed.is_sos,
    info: managed.info ? whoOf(managed.info) : undefined,
    answeredBy: managed.answered_by ?? undefined,
    muted: { microphone: false, sound: false },
    hasVideo: false,
    isBusy: false,
  }
}

export const whoOf = ({ address, user, device }: ManagedCallInfo): Who => ({
  address,
  user: user?.name ?? '',
  device: device?.name ?? '',
})

const SERVER_STATUSES = new Set(Object.keys(FROM_SERVER))

/**
 * The call of a push `CallUpdated`; undefined when it carries none. The call comes in `call`,
 * because an event and a call each have a `type`.
 */
export function callOfPush(data: Record<string, unknown>): ManagedCall | undefined {
  const raw = data.call
  if (data.type !== 'CallUpdated' || typeof raw !== 'object' || raw === null) return undefined
  const call = raw as Partial<Record<keyof ManagedCall, unknown>>
  const { id, caller, callee, status, type } = call
  if (typeof id !== 'string' || typeof caller !== 'string' || typeof callee !== 'string') {
    return undefined
  }
  if (typeof status !== 'string' || !SERVER_STATUSES.has(status)) return undefined
  return {
    id,
    caller,
    callee,
    status: status as ManagedCall['status'],
    type: type === 'awaiting' || type === 'normal' ? type : null,
    answered_by: typeof call.answered_by === 'string' ? call.answered_by : null,
    // Whole numbers of 64 bits may come as text.
    created_at: Number(call.created_at) || 0,
    info: infoOf(call.info),
    is_sos: call.is_sos === true,
  }
}

function infoOf(value: unknown): ManagedCallInfo | null {
  if (typeof value !== 'object' || value === null) return null
  const { address, user, device } = value as Partial<ManagedCallInfo>
  return {
    address: typeof address === 'string' ? address : '',
    user: user ?? null,
    device: device ?? null,
  }
}

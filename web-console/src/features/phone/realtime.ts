import { invalidateSoon, type HandlerTable } from '@/api/realtime'

/** Somebody gave the user a number, or took one away: the profile says which one the phone has now. */
export const phoneHandlers: HandlerTable = {
  SipNumberChanged: (_data, context) =>
    invalidateSoon(['Profiles', { type: 'SipNumbers', id: 'LIST' }], context),
}

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pushSubscriptionsApi } from '@/api/generated/push-subscriptions'
import { useGetProfileQuery } from '@/api/profile'
import type { Id } from '@/api/types'
import { preference } from '@/kit/preferences'

export const {
  useDeletePushSubscriptionMutation,
  useGetPushKeyQuery,
  useSavePushSubscriptionMutation,
} = pushSubscriptionsApi

/** Who has switched pushes on in this browser; 0 for nobody. Of a shared browser only their notifications appear. */
export const pushOwner = preference<Id>(
  'pushOwner',
  0,
  (value): value is Id => typeof value === 'number',
)

/** Whether this browser can show notifications while the console is closed. */
export const isPushPossible = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** What the server keeps of a browser. */
export interface BrowserSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** The person has refused, in this browser's own dialog or settings. */
export class PushRefused extends Error {}

/** Asks the person where they have not been asked, and subscribes with this key; of another key the one before ends. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  const isCurrent = known !== null && keyOf(known) === publicKey
  if (known && !isCurrent) await known.unsubscribe()
  const subscription =
    known && isCurrent
      ? known
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return describe(subscription)
}

/** Ends the pushes of this browser. Which it was; undefined where there was none. */
export async function unsubscribeBrowser(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  const known = await registration?.pushManager.getSubscription()
  if (!known) return undefined
  await known.unsubscribe()
  return known.endpoint
}

function describe(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

const keyOf = ({ options }: PushSubscription): string => {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const reported = (): boolean => isPushPossible() && Notification.permission === 'granted'

/**
 * Says once a visit that this browser is still there, with the key of now. What somebody else has switched on in it ends:
 * their notifications are not this person's.
 */
export function useRenewedPush(): void {
  const owner = useGetProfileQuery().data?.id
  const [save] = useSavePushSubscriptionMutation()
  const stored = Number(localStorage.getItem(pushOwner.key) ?? 0)
  const isOwn = owner !== undefined && stored === owner && reported()
  const { data } = useGetPushKeyQuery(undefined, { skip: !isOwn })
  const key = data?.public_key ?? ''
  useEffect(() => {
    if (owner === undefined || stored === 0 || !isPushPossible()) return
    if (stored !== owner) {
      localStorage.removeItem(pushOwner.key)
      void unsubscribeBrowser().catch(() => undefined)
    } else if (key) {
      void subscribeBrowser(key)
        .then(async (pushSubscriptionInput) => save({ pushSubscriptionInput }).unwrap())
        // It is tried again at the next visit.
        .catch(() => undefined)
    }
  }, [key, owner, save, stored])
}

/** Goes to the page of a notification of the browser that was clicked, as the service worker says. */
export function usePushedPages(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const open = ({ data }: MessageEvent) => {
      const { type, page } = (data ?? {}) as { type?: unknown; page?: unknown }
      if (type !== 'open-page' || typeof page !== 'string') return
      if (/^\/(?![/\\])/.test(page)) void navigate(page)
    }
    navigator.serviceWorker.addEventListener('message', open)
    return () => navigator.serviceWorker.removeEventListener('message', open)
  }, [navigate])
}

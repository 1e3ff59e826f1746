import { getProfile, type Profile } from '@/api/profile'
import { selectSession } from '@/api/session'
import { profilesApi } from '@/api/generated/profiles'
import type { AppStore } from './store'

const KEY = 'rememberedProfile'

interface Remembered {
  /** Of which sign-in and project; for any other it says nothing. */
  session: string
  profile: Profile
}

const sessionKey = (store: AppStore): string => {
  const { session } = store.getState()
  return [session.id, Boolean(session.support), selectSession({ session })?.project.id].join()
}

/** Where the session itself lies: in this window, or on this machine where it is remembered. */
const storageOf = (store: AppStore): Storage =>
  store.getState().session.remember ? localStorage : sessionStorage

/** Keeps the profile beside the session, so that menu and rights are known without a network. */
export function rememberProfile(store: AppStore): void {
  let known: Profile | undefined
  store.subscribe(() => {
    const profile = getProfile.select()(store.getState()).data
    if (profile === known) return
    known = profile
    if (profile) {
      const remembered: Remembered = { session: sessionKey(store), profile }
      storageOf(store).setItem(KEY, JSON.stringify(remembered))
    } else if (store.getState().session.sessions.length === 0) {
      localStorage.removeItem(KEY)
      sessionStorage.removeItem(KEY)
    }
  })
}

/** Puts the profile of the last visit into the cache; false where there is none of this session. */
export function recallProfile(store: AppStore): Profile | undefined {
  try {
    const value = JSON.parse(storageOf(store).getItem(KEY) ?? 'null') as Remembered | null
    if (value?.session !== sessionKey(store)) return undefined
    void store.dispatch(profilesApi.util.upsertQueryData('getProfile', undefined, value.profile))
    return value.profile
  } catch {
    return undefined
  }
}

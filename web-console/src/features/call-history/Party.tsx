import { Link } from 'react-router'
import { devices } from '@/features/devices'
import { users } from '@/features/users'
import { pathsOf } from '@/kit/resource'
import type { CallParty } from './api'
import styles from './calls.module.css'

/** A side of a call: the person or panel with the number, linked to where it is kept. */
export function Party({ party }: { party: CallParty | null }) {
  if (!party) return <>—</>
  const { number, name, user, device } = party
  const link = linkOf(party)
  const who = user?.name || device?.name || name
  return (
    <span className={styles.party}>
      {who && (link ? <Link to={link}>{who}</Link> : <span>{who}</span>)}
      <span className={who ? 'mono' : `mono ${styles.only}`}>{number}</span>
    </span>
  )
}

function linkOf({ user, device }: CallParty): string | undefined {
  if (user) return pathsOf(users).of(user.id)
  return device ? pathsOf(devices).of(device.id) : undefined
}

/** A side of a call in one line of text. */
export const partyText = (party: CallParty | null): string =>
  party ? party.user?.name || party.device?.name || party.name || party.number : '—'

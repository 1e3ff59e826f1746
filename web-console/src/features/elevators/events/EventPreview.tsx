import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Ref } from '@/api/types'
import { devices } from '@/features/devices'
import { users } from '@/features/users'
import { Details } from '@/kit/details'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import { elevatorsEntity } from '../entity'
import type { ElevatorEvent } from './api'
import { Outcome } from './Outcome'
import { whereTo } from './useElevatorEventColumns'
import { useElevatorEventWords, useFailureWords } from './useElevatorEventWords'

/** An event of the log in the side drawer. */
export function EventPreview({ event }: { event: ElevatorEvent }) {
  const { t } = useTranslation('elevators')
  const words = useElevatorEventWords()
  const failure = useFailureWords()
  const { code, elevator, device, panel, user, error, created_at, received_at } = event
  return (
    <Details
      rows={[
        [t('log.what'), words(code)],
        [t('log.state'), <Outcome key="state" event={event} />],
        ...(error ? [[t('log.why'), failure(error)] as [string, string]] : []),
        [t('log.user'), <To key="user" row={user} at={users} />],
        [t('log.floors'), whereTo(event) || '—'],
        [t('log.elevator'), <To key="elevator" row={elevator} at={elevatorsEntity} />],
        [t('log.device'), <To key="device" row={device} at={devices} />],
        [t('log.panel'), <To key="panel" row={panel} at={devices} />],
        [t('log.time'), <ExactTime key="time" value={created_at} />],
        [t('log.received'), <ExactTime key="received" value={received_at} />],
      ]}
    />
  )
}

function To({ row, at }: { row: Ref | null; at: { path: string } }) {
  return row ? <Link to={pathsOf(at).edit(row.id)}>{row.name}</Link> : <>—</>
}

import { useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useSelector } from 'react-redux'
import { selectRealtimeStatus, useTopic } from '@/api/realtime'
import { useListManagedCallsQuery } from './api'
import { onCallRequest } from './callRequests'
import { PhoneProvider, usePhone, usePhoneState } from './context'
import { callOfPush } from './engine/managed'
import { Announcer } from './ui/Announcer'
import { CallBar } from './ui/CallBar'
import { PhoneButton } from './ui/PhoneButton'
import { PhonePanel } from './ui/PhonePanel'
import { RemoteSound } from './ui/RemoteSound'
import { ReturnQuestion } from './ui/ReturnQuestion'
import { Ringer } from './ui/Ringer'
import { Theatre } from './ui/Theatre'
import { useDial } from './ui/useDial'
import { useNumberOfProfile } from './useNumberOfProfile'
import { useStartedPhone } from './useStartedPhone'

interface Props {
  /** Where the shell has its button: a place of its own, in which it covers nothing. */
  place: HTMLElement | null
}

/** The phone with everything that it shows and sounds. */
export default function PhoneRoot({ place }: Props) {
  const phone = useStartedPhone()
  useNumberOfProfile(phone)
  return (
    phone && (
      <PhoneProvider phone={phone}>
        <Parts place={place} />
      </PhoneProvider>
    )
  )
}

function Parts({ place }: Props) {
  const own = usePhoneState(({ phone }) => phone.own)
  const isElsewhere = usePhoneState(({ phone }) => phone.isElsewhere)
  if (own === undefined) return null
  return (
    <>
      {!isElsewhere && <ServerCalls number={own} />}
      <RequestedCalls />
      <Ringer />
      <RemoteSound />
      <Announcer />
      <CallBar />
      {place && createPortal(<PhoneButton />, place)}
      <PhonePanel />
      <Theatre />
      <ReturnQuestion />
    </>
  )
}

/** Numbers that another part of the console wants called. */
function RequestedCalls() {
  const dial = useDial()
  useEffect(() => onCallRequest((number) => void dial(number, { hasVideo: false })), [dial])
  return null
}

/** Calls that the platform keeps: its list, and every push about one of them. */
function ServerCalls({ number }: { number: string }) {
  const phone = usePhone()
  const isConnected = useSelector(selectRealtimeStatus) === 'connected'
  const list = useListManagedCallsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // Pushes bring the changes; a list without them would only grow old.
    skip: !isConnected,
  })
  useTopic(`calls-management.${number}`, (push) => {
    const call = callOfPush(push)
    if (call) phone.told(call)
  })
  const { data, startedTimeStamp } = list
  // While the next one is asked for, when this one was is not known any more.
  const isLatest = list.isSuccess && !list.isFetching
  useLayoutEffect(() => {
    // The same list may come twice: its time is another, and it still says what is over.
    if (data && isLatest && startedTimeStamp !== undefined)
      phone.listed(data.items, startedTimeStamp)
  }, [phone, data, isLatest, startedTimeStamp])
  return null
}

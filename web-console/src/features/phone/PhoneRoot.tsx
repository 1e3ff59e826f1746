import { useEffect, useLayoutEffect } from 'react'
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

/** The phone with everything that it shows and sounds. */
export default function PhoneRoot() {
  const phone = useStartedPhone()
  useNumberOfProfile(phone)
  return (
    phone && (
      <PhoneProvider phone={phone}>
        <Parts />
      </PhoneProvider>
    )
  )
}

function Parts() {
  const own = usePhoneState(({ phone }) => phone.own)
  const isElsewhere = usePhoneState(({ phone }) => phone.isElsewhere)
  const isOpen = usePhoneState(({ phone }) => phone.isOpen)
  useRoom('--phone-room', own !== undefined && BUTTON_ROOM)
  useRoom('--phone-side', own !== undefined && isOpen && PANEL_ROOM)
  if (own === undefined) return null
  return (
    <>
      {!isElsewhere && <ServerCalls number={own} />}
      <RequestedCalls />
      <Ringer />
      <RemoteSound />
      <Announcer />
      <CallBar />
      <PhoneButton />
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

/** What the button and the open panel take of their corner. */
const BUTTON_ROOM = '64px'
const PANEL_ROOM = '400px'

/** Tells what else floats over the page how much room the phone needs. */
function useRoom(variable: string, room: string | false): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (room) style.setProperty(variable, room)
    return () => void style.removeProperty(variable)
  }, [variable, room])
}

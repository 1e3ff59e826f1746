import { ArrowUpOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '@/kit/table'
import { useAttempt } from '@/kit/feedback'
import { useCallElevatorMutation, type Elevator, type ElevatorDirection } from '../api'
import { directionsOf, isReleased } from './modes'

/** What an elevator is called by. */
export type Callable = Pick<Elevator, 'id' | 'name' | 'devices'>

export interface Asked {
  elevator: Callable
  floor?: number
}

/** Sends an elevator to a floor, or releases the floor's buttons, and says which it was. */
export function useSend() {
  const { t } = useTranslation('elevators')
  const attempt = useAttempt()
  const [call, { isLoading }] = useCallElevatorMutation()
  const send = (elevator: Callable, floor: number, direction?: ElevatorDirection) =>
    attempt(async () => {
      const { floor: called } = await call({
        id: elevator.id,
        body: { floor, ...(direction && { direction }) },
      }).unwrap()
      const values = { name: elevator.name, floor: called }
      return isReleased(elevator.devices, called)
        ? t('call.released', values)
        : t('call.sent', values)
    })
  return { send, isSending: isLoading }
}

/** Calls at once where nothing is to be chosen, else after a dialog, which the page shows while `asked`. */
export function useCall() {
  const { t } = useTranslation('elevators')
  const [asked, setAsked] = useState<Asked>()
  const { send, isSending } = useSend()
  const ask = (elevator: Callable, floor?: number) => {
    const isPlain = floor !== undefined && directionsOf(elevator.devices, floor).length === 0
    if (!isPlain) setAsked({ elevator, floor })
    else if (!isSending) void send(elevator, floor)
  }
  const action: RowAction<Elevator> = {
    key: 'call',
    label: t('call.action'),
    icon: <ArrowUpOutlined />,
    disabled: ({ floors_count }) => floors_count === 0 && t('call.noFloors'),
    run: (elevator) => ask(elevator),
  }
  return { ask, action, asked, close: () => setAsked(undefined) }
}

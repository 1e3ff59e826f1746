import { UnlockOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useListConciergeDevicesQuery } from '../api'
import { Action } from './CallButtons'
import { useOpenDevice } from './useOpenDevice'

/** Opens the door of a panel that rings, without talking to it, where the person may. */
export function DoorWithoutAnswer({ number }: { number: string }) {
  const { t } = useTranslation('phone')
  const { data } = useListConciergeDevicesQuery()
  const [open, isOpening] = useOpenDevice()
  const device = data?.items.find(
    ({ sip_number, token }) => token !== '' && sip_number?.number === number,
  )
  if (!device) return null
  return (
    <Action
      label={t('openDoor')}
      tone="door"
      disabled={isOpening}
      onClick={() => void open(device)}
    >
      <UnlockOutlined aria-hidden />
    </Action>
  )
}

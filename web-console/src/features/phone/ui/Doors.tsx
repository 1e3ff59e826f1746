import { PhoneOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState, Loading, Reason } from '@/kit/feedback'
import { useListConciergeDevicesQuery } from '../api'
import styles from './lists.module.css'
import { useDial } from './useDial'
import { useOpenDevice } from './useOpenDevice'

/** Opens the door of a device, or calls it. */
export function Doors() {
  const { t } = useTranslation('phone')
  const dial = useDial()
  const { data, error, isLoading, refetch } = useListConciergeDevicesQuery()
  const [open, isOpening] = useOpenDevice()
  const [token, setToken] = useState<string>()

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isLoading || !data) return <Loading title={false} paragraph={{ rows: 3 }} />
  if (data.items.length === 0) {
    return <EmptyState icon={UnlockOutlined} title={t('doors.none')} text={t('doors.noneText')} />
  }
  // Tokens change from day to day: the device may have another by now.
  const device = data.items.find((each) => each.token === token)
  const number = device?.sip_number?.number
  const noDoor = !device?.token && t('doors.chooseFirst')
  const noNumber = !device ? t('doors.chooseFirst') : !number && t('doors.noNumber')
  return (
    <div className={styles.stack}>
      <p>{t('doors.text')}</p>
      <Select
        size="large"
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('doors.device')}
        placeholder={t('doors.device')}
        value={token}
        options={data.items.map(({ name, token: value, sip_number }) => ({
          value,
          label: sip_number ? `${name} · ${sip_number.number}` : name,
        }))}
        onChange={setToken}
      />
      <Reason why={noDoor} isBlock>
        <Button
          block
          size="large"
          type="primary"
          icon={<UnlockOutlined />}
          loading={isOpening}
          disabled={Boolean(noDoor)}
          onClick={() => device && void open(device)}
        >
          {t('openDoor')}
        </Button>
      </Reason>
      <Reason why={noNumber} isBlock>
        <Button
          block
          size="large"
          icon={<PhoneOutlined />}
          disabled={Boolean(noNumber)}
          onClick={() => number && void dial(number, { hasVideo: true })}
        >
          {t('doors.call')}
        </Button>
      </Reason>
    </div>
  )
}

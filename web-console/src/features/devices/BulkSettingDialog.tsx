import { Form, InputNumber, Modal, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '@/kit/feedback'
import { useListDeviceModelsQuery, type Device } from './api'
import { planSetting } from './bulkPlan'
import { BulkPreview } from './BulkPreview'
import { BULK_SETTINGS, type BulkSetting } from './bulkSettings'
import { useLooks } from './useLooks'

interface Props {
  devices: Device[]
  /** `changed`: the devices that the value is new to, as the server has them now. */
  onApply: (setting: BulkSetting, value: boolean | number, changed: Device[]) => void
  onClose: () => void
}

/** Seconds, the platform's own default. */
const TALK_TIMEOUT = 120
/** As the form has them. */
const RANGE = { min: 10, max: 600 }

/** Which setting the selected devices get, its value, and what would become of each before anything does. */
export function BulkSettingDialog({ devices, onApply, onClose }: Props) {
  const { t } = useTranslation(['devices', 'common'])
  const [key, setKey] = useState<BulkSetting['key']>(BULK_SETTINGS[0]!.key)
  const [isOn, setOn] = useState(true)
  const [seconds, setSeconds] = useState<number | null>(TALK_TIMEOUT)
  const { data: models, error, refetch } = useListDeviceModelsQuery()
  const looks = useLooks(devices)
  const setting = BULK_SETTINGS.find((each) => each.key === key)!
  const value = setting.kind === 'switch' ? isOn : seconds
  const plan =
    value === null || !models ? [] : planSetting(devices, looks, models.items, setting, value)
  const changed = plan.flatMap((each) => (each.kind === 'changes' ? [each.device] : []))
  const isChecked = looks.size === devices.length
  return (
    <Modal
      open
      title={t('bulkSetting.title', { count: devices.length })}
      okText={t('common:bulk.apply', { count: changed.length })}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: !isChecked || changed.length === 0 }}
      onOk={() => value !== null && onApply(setting, value, changed)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('bulkSetting.which')} htmlFor="bulk-setting">
          <Select
            id="bulk-setting"
            value={key}
            onChange={setKey}
            options={BULK_SETTINGS.map((each) => ({
              value: each.key,
              label: t(each.label),
            }))}
          />
        </Form.Item>
        <Form.Item label={t(setting.label)} htmlFor="bulk-value">
          {setting.kind === 'switch' ? (
            <Switch id="bulk-value" checked={isOn} onChange={setOn} />
          ) : (
            <InputNumber
              id="bulk-value"
              {...RANGE}
              precision={0}
              suffix={t('seconds')}
              value={seconds}
              onChange={setSeconds}
            />
          )}
        </Form.Item>
      </Form>
      {error && !models && <ErrorState error={error} onRetry={() => void refetch()} />}
      {plan.length > 0 && (
        <BulkPreview setting={setting} plan={plan} checked={isChecked ? undefined : looks.size} />
      )}
    </Modal>
  )
}

import { Form, InputNumber, Modal, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BULK_SETTINGS, type BulkSetting } from './bulkSettings'

interface Props {
  count: number
  onApply: (setting: BulkSetting, value: boolean | number) => void
  onClose: () => void
}

/** Seconds, the platform's own default. */
const TALK_TIMEOUT = 120
/** As the form has them. */
const RANGE = { min: 10, max: 600 }

/** Which setting the selected devices get, and its value. */
export function BulkSettingDialog({ count, onApply, onClose }: Props) {
  const { t } = useTranslation(['devices', 'common'])
  const [key, setKey] = useState<BulkSetting['key']>(BULK_SETTINGS[0]!.key)
  const [isOn, setOn] = useState(true)
  const [seconds, setSeconds] = useState<number | null>(TALK_TIMEOUT)
  const setting = BULK_SETTINGS.find((each) => each.key === key)!
  const value = setting.kind === 'switch' ? isOn : seconds
  return (
    <Modal
      open
      title={t('bulkSetting.title', { count })}
      okText={t('bulkSetting.apply')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: value === null }}
      onOk={() => value !== null && onApply(setting, value)}
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
    </Modal>
  )
}

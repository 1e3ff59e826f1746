import { ApiOutlined } from '@ant-design/icons'
import { Modal, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { BulkReport, summarise } from '@/kit/feedback'
import type { BulkAction } from '@/kit/table'
import { useSetDeviceProtocolsMutation, type Device, type Protocol } from './api'
import styles from './useBulkProtocol.module.css'

const PROTOCOLS: readonly NonNullable<Protocol>[] = ['mqtt', 'http', 'none']

/** Changes the protocol of the selected devices: made before it is broken, with an answer for each. */
export function useBulkProtocol(): { action: BulkAction<Device>; dialog: ReactNode } {
  const { t } = useTranslation(['devices', 'common'])
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<Device[]>([])
  const [protocol, setProtocol] = useState<NonNullable<Protocol>>('mqtt')
  const [report, setReport] = useState<ReturnType<typeof summarise> | null>(null)
  const [change, { isLoading }] = useSetDeviceProtocolsMutation()

  const apply = async () => {
    const devices = chosen
    try {
      const body = { items: devices.map(({ id }) => id), protocol }
      const { items } = await change({ setDeviceProtocolsRequestInput: body }).unwrap()
      setChosen([])
      const pending = items.filter((item) => item.is_pending).length
      const summary = summarise(items, devices, ({ name }) => name)
      if (summary.done > pending) {
        alerts.success(t('bulkProtocol.done', { count: summary.done - pending }))
      }
      if (pending > 0) alerts.success(t('bulkProtocol.pending', { count: pending }))
      setReport(summary)
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  const action: BulkAction<Device> = {
    key: 'protocol',
    label: t('bulkProtocol.action'),
    icon: <ApiOutlined />,
    run: async (rows) => {
      setChosen(rows)
      return false
    },
  }
  const dialog = (
    <>
      <Modal
        open={chosen.length > 0}
        title={t('bulkProtocol.title', { count: chosen.length })}
        okText={t('bulkProtocol.apply')}
        cancelText={t('common:cancel')}
        confirmLoading={isLoading}
        okButtonProps={{ danger: protocol === 'none' }}
        onOk={() => void apply()}
        onCancel={() => setChosen([])}
      >
        <Radio.Group
          className={styles.choices}
          aria-label={t('fields.protocol')}
          value={protocol}
          onChange={({ target }) => setProtocol(target.value as NonNullable<Protocol>)}
          options={PROTOCOLS.map((value) => ({ value, label: t(`options.protocols.${value}`) }))}
        />
        <p className={styles.text}>{t(`options.protocolChanges.${protocol}`)}</p>
      </Modal>
      <BulkReport report={report} onClose={() => setReport(null)} />
    </>
  )
  return { action, dialog }
}

import { SoundOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Ref } from '@/api/types'
import { devices } from '@/features/devices'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { pickerOf, PickerInput } from '@/kit/picker'
import styles from './alerts.module.css'
import { useStartEmergencyAlertMutation, type EmergencyAlert } from './api'
import { boardOf } from './entity'
import { HoldButton } from './HoldButton'
import { useWhatHappens } from './useWhatHappens'

const deviceSource = pickerOf(devices)

/** Says what will happen, and starts the alert, or a drill on one device. */
export function StartDialog({ alert, onClose }: { alert: EmergencyAlert; onClose: () => void }) {
  const { t } = useTranslation('emergency-alerts')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [start, { isLoading }] = useStartEmergencyAlertMutation()
  const [drill, setDrill] = useState<Ref[]>([])
  const what = useWhatHappens()(alert)
  const begin = async (drillDeviceId: number) => {
    try {
      const run = await start({ id: alert.id, body: { drill_device_id: drillDeviceId } }).unwrap()
      void navigate(boardOf(alert.id, run.id))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <Modal open title={t('start.title', { name: alert.name })} footer={null} onCancel={onClose}>
      <div className={styles.start}>
        <ul>
          {what.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div>
          <HoldButton
            icon={<SoundOutlined aria-hidden />}
            isLoading={isLoading}
            onHeld={() => void begin(0)}
          >
            {t('start.hold')}
          </HoldButton>
        </div>
        <section className={styles.drill}>
          <h3>{t('start.drill')}</h3>
          <span className={styles.soft}>{t('start.drillText')}</span>
          <PickerInput
            title={t('start.device')}
            source={deviceSource}
            value={drill}
            onChange={setDrill}
          />
          <div>
            <Button
              disabled={drill.length === 0 || isLoading}
              onClick={() => void begin(drill[0]?.id ?? 0)}
            >
              {t('start.beginDrill')}
            </Button>
          </div>
        </section>
      </div>
    </Modal>
  )
}

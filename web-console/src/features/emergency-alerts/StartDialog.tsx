import { SoundOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { devices } from '@/features/devices'
import { pickerOf, PickerInput } from '@/kit/picker'
import styles from './alerts.module.css'
import type { EmergencyAlert } from './api'
import { HoldButton } from './HoldButton'
import { useStart } from './useStart'
import { useWhatHappens } from './useWhatHappens'

const deviceSource = pickerOf(devices)

/** Says what will happen, and starts the alert, or a drill on one device. */
export function StartDialog({ alert, onClose }: { alert: EmergencyAlert; onClose: () => void }) {
  const { t } = useTranslation('emergency-alerts')
  const [begin, isLoading] = useStart()
  const [drill, setDrill] = useState<Ref[]>([])
  const what = useWhatHappens()(alert)
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
            onHeld={() => void begin(alert.id)}
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
              onClick={() => void begin(alert.id, drill[0]?.id)}
            >
              {t('start.beginDrill')}
            </Button>
          </div>
        </section>
      </div>
    </Modal>
  )
}

import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '@/api/limits'
import type { Ref as Entity } from '@/api/types'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useUpload } from '@/kit/files'
import { Panel } from '@/kit/page'
import { pickerOf, PickerInput } from '@/kit/picker'
import { devices } from '../resource'
import { AdoptionPlan, createsSomething } from './AdoptionPlan'
import { ADOPTION_TAGS, type DeviceAdoption } from './api'
import styles from './adoption.module.css'

const deviceSource = pickerOf(devices)

/** A backup file of a panel: looked at, and then taken over as if the panel itself had been read. */
export default function BackupPanel() {
  const { t } = useTranslation('devices')
  const errorText = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [send, { isLoading }] = useUpload<DeviceAdoption>(ADOPTION_TAGS)
  const [device, setDevice] = useState<Entity[]>([])
  const [file, setFile] = useState<File>()
  const [plan, setPlan] = useState<DeviceAdoption>()
  const [refused, setRefused] = useState('')

  const call = async (chosen: File, hash: string) => {
    setRefused('')
    try {
      return await send(`${API_BASE}/settings/device-backup-import`, {
        device_id: String(device[0]?.id ?? 0),
        plan_hash: hash,
        file: chosen,
      })
    } catch (error) {
      setRefused(errorText(error))
      return undefined
    }
  }
  const look = async (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setPlan(undefined)
    setPlan(await call(chosen, ''))
  }
  const run = async () => {
    if (!file || !plan) return
    const done = await call(file, plan.plan_hash)
    setPlan(undefined)
    if (!done) return
    setFile(undefined)
    alerts.success(t('adoption.done', { name: done.device_name }))
  }
  return (
    <Panel title={t('adoption.backupTitle')}>
      <div className={styles.form}>
        <p className={styles.soft}>{t('adoption.backupText')}</p>
        <div>
          <label htmlFor="device-of-backup">{t('adoption.backupDevice')}</label>
          <PickerInput
            id="device-of-backup"
            title={t('adoption.backupDevice')}
            source={deviceSource}
            value={device}
            onChange={(value) => {
              setDevice(value)
              setPlan(undefined)
            }}
          />
        </div>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t('adoption.choose')}
          onChange={({ target }) => {
            void look(target.files?.[0])
            target.value = ''
          }}
        />
        <div className={styles.actions}>
          <Button
            icon={<UploadOutlined />}
            loading={isLoading && !plan}
            onClick={() => input.current?.click()}
          >
            {t('adoption.choose')}
          </Button>
          {file && <span className="mono">{file.name}</span>}
        </div>
        {refused && (
          <p className={styles.bad} role="alert">
            {refused}
          </p>
        )}
        {plan && (
          <>
            <p>{t('adoption.backupFor', { name: plan.device_name })}</p>
            <AdoptionPlan adoption={plan} />
            <div className={styles.actions}>
              <Button
                type="primary"
                loading={isLoading}
                disabled={!createsSomething(plan)}
                onClick={() => void run()}
              >
                {t('adoption.action')}
              </Button>
              {!createsSomething(plan) && (
                <span className={styles.soft}>{t('adoption.nothing')}</span>
              )}
            </div>
          </>
        )}
      </div>
    </Panel>
  )
}

import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AxxonPicker } from '@/features/integrations'
import { FieldGrid } from '@/kit/form'
import type { DeviceForm } from '../schema'
import styles from './CameraTabs.module.css'
import { F, type TabProps } from './fields'
import { LicensedSwitch } from './LicensedSwitch'

/** Reading of number plates. */
export function AlprTab({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  return (
    <FieldGrid title={t('alpr.title')} text={t('alpr.text')}>
      <LicensedSwitch
        name="device_settings.alpr_camera.using"
        label={t('alpr.using')}
        feature="license_plate"
        readOnly={readOnly}
      />
      <F.Switch
        name="device_settings.alpr_camera.allow_remote_opening_lock"
        label={t('alpr.remote')}
        disabled={readOnly}
      />
    </FieldGrid>
  )
}

/** The camera in the video platform. */
export function AxxonTab({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const at = 'device_settings.integration_axxon'
  const { setValue } = useFormContext<DeviceForm>()
  const chosen = useWatch<DeviceForm, typeof at>({ name: at })
  const choose = (part: 'camera' | 'macro') => (item: { guid: string; name: string }) => {
    setValue(`${at}.${part}_name`, item.name, { shouldDirty: true })
    setValue(`${at}.${part}_guid`, item.guid, { shouldDirty: true })
  }
  return (
    <FieldGrid title={t('axxon.title')} text={t('axxon.text')}>
      <F.Select
        name={`${at}.direction`}
        label={t('axxon.direction')}
        disabled={readOnly}
        options={([0, 1, 2] as const).map((value) => ({
          value,
          label: t(`options.directions.${value}`),
        }))}
        isRequired
      />
      <div className={styles.pickers}>
        <AxxonPicker
          kind="cameras"
          guid={chosen.camera_guid}
          onChoose={choose('camera')}
          disabled={Boolean(readOnly)}
        />
        <AxxonPicker
          kind="macros"
          guid={chosen.macro_guid}
          onChoose={choose('macro')}
          disabled={Boolean(readOnly)}
        />
      </div>
      <F.Text name={`${at}.camera_name`} label={t('axxon.cameraName')} disabled={readOnly} />
      <F.Text name={`${at}.camera_guid`} label={t('axxon.cameraGuid')} isCode disabled={readOnly} />
      <F.Text name={`${at}.macro_name`} label={t('axxon.macroName')} disabled={readOnly} />
      <F.Text name={`${at}.macro_guid`} label={t('axxon.macroGuid')} isCode disabled={readOnly} />
    </FieldGrid>
  )
}

import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '@/kit/form'
import type { DeviceForm } from '../schema'
import { F, type TabProps } from './fields'

const MODES = ['2D', '3D'].map((value) => ({ value, label: value }))

export function FaceTab({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const at = 'device_settings.face_recognition'
  const isOn = useWatch<DeviceForm>({ name: `${at}.enabled` }) === true
  const off = readOnly || (!isOn && t('face.off'))
  return (
    <FieldGrid title={t('face.title')} text={t('face.text')}>
      <F.Switch name={`${at}.enabled`} label={t('face.enabled')} isWide disabled={readOnly} />
      <F.Select name={`${at}.mode`} label={t('face.mode')} options={MODES} disabled={off} />
      <F.Select
        name={`${at}.similarity`}
        label={t('face.similarity')}
        disabled={off}
        options={(['low', 'medium', 'high'] as const).map((value) => ({
          value,
          label: t(`options.similarities.${value}`),
        }))}
      />
      <F.Switch name={`${at}.autostart`} label={t('face.autostart')} disabled={off} />
    </FieldGrid>
  )
}

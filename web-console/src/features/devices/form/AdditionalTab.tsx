import { useTranslation } from 'react-i18next'
import { FieldGrid } from '@/kit/form'
import { F, type TabProps } from './fields'
import { LicensedSwitch } from './LicensedSwitch'

const BUTTONS = [0, 1, 2, 3] as const

interface Props extends TabProps {
  /** How many buttons of the model can be given a number. */
  buttons: number
  readsPlates: boolean
}

export function AdditionalTab({ readOnly, buttons, readsPlates }: Props) {
  const { t } = useTranslation('devices')
  return (
    <>
      <FieldGrid title={t('additional.title')} text={t('additional.text')}>
        <F.Switch
          name="device_settings.additional.remote_lock_opening"
          label={t('additional.remote')}
          disabled={readOnly}
        />
        {readsPlates && (
          <LicensedSwitch
            name="device_settings.additional.alpr_camera_interaction"
            label={t('additional.alpr')}
            feature="license_plate"
            readOnly={readOnly}
          />
        )}
      </FieldGrid>
      {buttons > 0 && (
        <FieldGrid title={t('additional.buttons')} text={t('additional.buttonsText')}>
          {BUTTONS.slice(0, buttons).map((at) => (
            <F.Text
              key={at}
              name={`device_settings.additional.button_numbers.${at}`}
              label={t('additional.button', { number: at + 1 })}
              maxLength={31}
              isCode
              disabled={readOnly}
            />
          ))}
        </FieldGrid>
      )}
    </>
  )
}

import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '@/kit/form'
import type { DeviceForm } from '../schema'
import { F, type TabProps } from './fields'

export function AddressTab({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const at = 'device_settings.address'
  const isManual = useWatch<DeviceForm>({ name: `${at}.manual` }) === true
  const reregisters = useWatch<DeviceForm>({ name: `${at}.reregister` }) === true
  const mode = useWatch<DeviceForm>({ name: `${at}.mode` })
  const off = readOnly || (!isManual && t('address.byGroup'))
  return (
    <>
      <FieldGrid title={t('address.title')} text={t('address.text')}>
        <F.Switch
          name={`${at}.manual`}
          label={t('address.manual')}
          help={t('address.manualHelp')}
          disabled={readOnly}
        />
        <F.Select
          name={`${at}.mode`}
          label={t('address.mode')}
          isClearable
          disabled={readOnly}
          options={(['unit', 'wall'] as const).map((value) => ({
            value,
            label: t(`options.modes.${value}`),
          }))}
        />
        <F.Text
          name={`${at}.building`}
          label={t('address.building')}
          maxLength={4}
          isCode
          isRequired={mode === 'unit'}
          disabled={off}
        />
        <F.Text name={`${at}.unit`} label={t('address.unit')} maxLength={2} isCode disabled={off} />
        <F.Text
          name={`${at}.floor`}
          label={t('address.floor')}
          maxLength={2}
          isCode
          disabled={off}
        />
        <F.Text
          name={`${at}.apartment`}
          label={t('address.apartment')}
          maxLength={2}
          isCode
          disabled={off}
        />
        <F.Text
          name={`${at}.device`}
          label={t('address.device')}
          maxLength={2}
          isCode
          disabled={off}
        />
        <F.Switch name={`${at}.no_unit`} label={t('address.noUnit')} disabled={off} />
      </FieldGrid>
      <FieldGrid title={t('address.registration')} text={t('address.registrationText')}>
        <F.Switch name={`${at}.sync`} label={t('address.sync')} disabled={readOnly} />
        <F.Switch name={`${at}.reregister`} label={t('address.reregister')} disabled={readOnly} />
        <F.Number
          name={`${at}.reregister_interval`}
          label={t('address.interval')}
          min={1}
          max={86_400}
          unit={t('seconds')}
          disabled={readOnly || (!reregisters && t('address.reregisterOff'))}
        />
      </FieldGrid>
    </>
  )
}

import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { FieldGrid } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { type DeviceModel, type DeviceType, useListDeviceModelsQuery, useModel } from '../api'
import { Capabilities } from '../Capabilities'
import { DEVICE_TYPES } from '../deviceTypes'
import type { DeviceForm } from '../schema'
import { F, type TabProps } from './fields'

const groupSource = pickerOf(groups)

/** What the device is, where it stands, and how it is reached. */
export function GeneralTab({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const type = useWatch<DeviceForm, 'type'>({ name: 'type' })
  const name = useWatch<DeviceForm, 'model'>({ name: 'model' })
  const { data, isLoading } = useListDeviceModelsQuery()
  const models = data?.items ?? []
  const model = useModel(type, name)
  useModelOfType(type, name, models)

  return (
    <>
      <FieldGrid title={t('sections.what')} text={t('sections.whatText')}>
        <F.Text
          name="name"
          label={t('fields.name')}
          maxLength={100}
          isRequired
          disabled={readOnly}
        />
        <F.Ref
          name="domain"
          label={t('fields.domain')}
          source={groupSource}
          isRequired
          disabled={readOnly}
        />
        <F.Select
          name="type"
          label={t('fields.type')}
          isRequired
          disabled={readOnly}
          options={DEVICE_TYPES.map((value) => ({ value, label: t(`options.types.${value}`) }))}
        />
        <F.Select
          name="model"
          label={t('fields.model')}
          isRequired
          isLoading={isLoading}
          disabled={readOnly}
          options={models
            .filter((each) => each.type === type)
            .map((each) => ({ value: each.model, label: each.model }))}
          help={model && <Capabilities model={model} />}
        />
        <F.Text
          name="serial_number"
          label={t('fields.serial_number')}
          help={t('help.serial')}
          maxLength={64}
          isRequired
          isCode
          disabled={readOnly}
        />
        <F.TextArea name="description" label={t('fields.description')} isWide disabled={readOnly} />
      </FieldGrid>
      <ConnectionFields readOnly={readOnly} />
      <FieldGrid title={t('sections.place')} text={t('sections.placeText')}>
        <F.Text
          name="location_latitude"
          label={t('fields.location_latitude')}
          isCode
          disabled={readOnly}
        />
        <F.Text
          name="location_longitude"
          label={t('fields.location_longitude')}
          isCode
          disabled={readOnly}
        />
      </FieldGrid>
    </>
  )
}

/** How the platform and the device speak. */
function ConnectionFields({ readOnly }: TabProps) {
  const { t } = useTranslation('devices')
  const protocol = useWatch<DeviceForm, 'protocol'>({ name: 'protocol' })
  return (
    <FieldGrid title={t('sections.link')} text={t(`options.protocolTexts.${protocol}`)}>
      <F.Select
        name="protocol"
        label={t('fields.protocol')}
        disabled={readOnly}
        options={(['mqtt', 'http', 'none'] as const).map((value) => ({
          value,
          label: t(`options.protocols.${value}`),
        }))}
      />
      {protocol === 'mqtt' && (
        <F.Password
          name="device_settings.mqtt.password"
          label={t('fields.mqttPassword')}
          help={t('help.mqttPassword')}
          maxLength={32}
          disabled={readOnly}
        />
      )}
      {protocol === 'http' && (
        <>
          <F.Text
            name="ip_address"
            label={t('fields.ip_address')}
            help={t('help.address')}
            isCode
            disabled={readOnly}
          />
          <F.Number name="port" label={t('fields.port')} min={1} max={65_535} disabled={readOnly} />
          <F.Text
            name="login"
            label={t('fields.login')}
            help={t('help.login')}
            disabled={readOnly}
          />
          <F.Password name="password" label={t('fields.password')} disabled={readOnly} />
        </>
      )}
      {protocol !== 'none' && (
        <>
          <F.Text
            name="device_login"
            label={t('fields.device_login')}
            help={t('help.deviceLogin')}
            disabled={readOnly}
          />
          <F.Password
            name="device_password"
            label={t('fields.device_password')}
            disabled={readOnly}
          />
          <F.Switch name="get_logs" label={t('fields.get_logs')} disabled={readOnly} />
          <F.Switch name="management.heartbeat" label={t('fields.heartbeat')} disabled={readOnly} />
          <F.Switch
            name="management.realtime_logging"
            label={t('fields.realtime_logging')}
            disabled={readOnly}
          />
          <F.Switch
            name="management.keep_list"
            label={t('fields.keep_list')}
            help={t('help.keepList')}
            disabled={readOnly}
          />
        </>
      )}
    </FieldGrid>
  )
}

/** Another type has other models: the first of them stands in for one that does not fit. */
function useModelOfType(type: DeviceType, model: string, models: DeviceModel[]): void {
  const { setValue } = useFormContext<DeviceForm>()
  const fitting = models.filter((each) => each.type === type)
  const first = fitting[0]
  if (first && !fitting.some((each) => each.model === model)) {
    // In the next task: a form is not changed while it is drawn.
    queueMicrotask(() => setValue('model', first.model, { shouldDirty: true }))
  }
}

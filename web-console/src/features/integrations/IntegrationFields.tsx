import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { FieldGrid, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { useListAvailableIntegrationsQuery } from './api'
import { INTEGRATION_TYPES, TYPE_KEYS, type IntegrationForm } from './schema'

const F = typedFields<IntegrationForm>()
const source = pickerOf(groups)

/** The system, its server and who may use it. */
export function IntegrationFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('integrations')
  const type = useWatch<IntegrationForm, 'type'>({ name: 'type' })
  const domain = useWatch<IntegrationForm, 'domain'>({ name: 'domain' })
  const { data: available } = useListAvailableIntegrationsQuery()
  const offered = INTEGRATION_TYPES.filter(
    (each) => !available || available.items.some((item) => item.type === each),
  )
  const devices = available?.items.find((item) => item.type === type)?.device_types ?? []
  return (
    <>
      <FieldGrid title={t('sections.system')} text={t('sections.systemText')}>
        <F.Select
          name="type"
          label={t('fields.type')}
          isRequired
          disabled={!isNew && t('typeStays')}
          help={
            devices.length > 0
              ? t('usedBy', {
                  devices: devices
                    .map((each) => t(`options.devices.${each as 'ip_camera'}`))
                    .join(', '),
                })
              : undefined
          }
          options={offered.map((value) => ({
            value,
            label: t(`options.types.${TYPE_KEYS[value]}`),
          }))}
        />
        <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired />
        <F.Switch name="is_active" label={t('fields.active')} />
      </FieldGrid>
      <FieldGrid title={t('sections.server')} text={t('sections.serverText')}>
        <F.Text
          key={type}
          name={`${type}_settings.server_url`}
          label={t('fields.server')}
          placeholder={type === 'axxon_one' ? 'https://video.example:8000' : 'https://gate.example'}
          isCode
          isRequired
          isWide
        />
        {type === 'axxon_one' ? (
          <>
            <F.Text
              name="axxon_one_settings.user_name"
              label={t('fields.user')}
              maxLength={255}
              isRequired
            />
            <F.Password
              name="axxon_one_settings.password"
              label={t('fields.password')}
              maxLength={255}
            />
          </>
        ) : (
          <F.Password name="barrier_settings.token" label={t('fields.token')} maxLength={500} />
        )}
      </FieldGrid>
      <FieldGrid title={t('sections.place')} text={t('sections.placeText')}>
        <F.Ref name="domain" label={t('fields.group')} help={t('help.group')} source={source} />
        <F.Ref
          name="domains"
          label={t('fields.groups')}
          source={source}
          exclude={domain ? [domain.id] : []}
          isMultiple
        />
      </FieldGrid>
    </>
  )
}

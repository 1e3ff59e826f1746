import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { devices } from '@/features/devices'
import { groups } from '@/features/groups'
import { useRoleList } from '@/features/roles'
import { FieldGrid, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { DEVICE_TYPES, DOOR_MODES, type AlertForm } from './schema'
import { SoundField } from './SoundField'

const F = typedFields<AlertForm>()

const groupSource = pickerOf(groups)
const deviceSource = pickerOf(devices)
/** More roles than most projects have. */
const ROLES = {
  page: 1,
  size: 100 as const,
  sort: 'name',
  filters: { match: 'match_all' as const, items: [] },
}

/** Every field of an alert. */
export function AlertFields() {
  const { t } = useTranslation('emergency-alerts')
  return (
    <>
      <FieldGrid title={t('sections.what')}>
        <F.Text name="name" label={t('fields.name')} maxLength={100} isRequired />
        <F.TextArea
          name="message"
          label={t('fields.message')}
          help={t('help.message')}
          rows={2}
          maxLength={500}
          isWide
        />
      </FieldGrid>
      <FieldGrid title={t('sections.where')} text={t('sections.whereText')}>
        <F.Ref name="domains" label={t('fields.domains')} source={groupSource} isMultiple />
        <F.Ref name="devices" label={t('fields.devices')} source={deviceSource} isMultiple />
      </FieldGrid>
      <FieldGrid title={t('sections.sound')}>
        <SoundField name="sound" label={t('fields.sound')} />
        <F.Select
          name="device_type"
          label={t('fields.device_type')}
          options={DEVICE_TYPES.map((value) => ({
            value,
            label: t(`options.deviceTypes.${value}`),
          }))}
        />
        <F.Number
          name="playback_duration"
          label={t('fields.playback_duration')}
          min={1}
          max={3600}
          unit={t('seconds')}
        />
      </FieldGrid>
      <DoorFields />
      <RoleFields />
    </>
  )
}

function DoorFields() {
  const { t } = useTranslation('emergency-alerts')
  const mode = useWatch<AlertForm, 'door_mode'>({ name: 'door_mode' })
  return (
    <FieldGrid title={t('sections.doors')} text={t('sections.doorsText')}>
      <F.Select
        name="door_mode"
        label={t('fields.door_mode')}
        options={DOOR_MODES.map((value) => ({ value, label: t(`options.doorModes.${value}`) }))}
      />
      {mode === 'none' ? (
        <F.Switch name="open_locks" label={t('fields.open_locks')} help={t('help.open_locks')} />
      ) : (
        <F.Number
          name="door_duration"
          label={t('fields.door_duration')}
          help={t('help.door_duration')}
          min={10}
          max={86_400}
          unit={t('seconds')}
        />
      )}
      {mode === 'lockdown' && (
        <F.Ref
          name="pass_domains"
          label={t('fields.pass_domains')}
          help={t('help.pass_domains')}
          source={groupSource}
          isMultiple
        />
      )}
    </FieldGrid>
  )
}

function RoleFields() {
  const { t } = useTranslation('emergency-alerts')
  const { data, isLoading } = useRoleList(ROLES)
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FieldGrid title={t('sections.who')} text={t('sections.whoText')}>
      <F.Select
        name="start_roles"
        label={t('fields.start_roles')}
        options={options}
        isLoading={isLoading}
        isMultiple
      />
      <F.Select
        name="release_roles"
        label={t('fields.release_roles')}
        options={options}
        isLoading={isLoading}
        isMultiple
      />
    </FieldGrid>
  )
}

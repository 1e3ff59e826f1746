import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { identifiers } from '@/features/identifiers'
import { timeRules } from '@/features/time-rules'
import { users } from '@/features/users'
import { FieldGrid, typedFields } from '@/kit/form'
import { pickerOf, type PickerSource } from '@/kit/picker'
import { DoorsField } from './DoorsField'
import { EffectField } from './EffectField'
import { RuleSentence } from './RuleSentence'
import type { AccessRuleForm } from './schema'

const F = typedFields<AccessRuleForm>()

/** Without codes of guests and of reservations: those have their own rules. */
const useRuleIdentifiers: PickerSource['useList'] = (query, options) =>
  identifiers.api.useList(
    {
      ...query,
      filters: {
        match: 'match_all',
        items: [
          { field: 'origin', rule: 'not_equals', value: 'guest' },
          { field: 'origin', rule: 'not_equals', value: 'reservation' },
        ],
      },
    },
    options,
  )

const groupSource = pickerOf(groups)
const userSource = pickerOf(users)
const identifierSource = { ...pickerOf(identifiers), useList: useRuleIdentifiers }
const scheduleSource = pickerOf(timeRules)

/** Every field of an access rule, below the sentence that says what it does. */
export function AccessRuleFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('access-rules')
  const [forbids, schedules] = useWatch<AccessRuleForm, ['prohibition', 'time_rules']>({
    name: ['prohibition', 'time_rules'],
  })
  return (
    <>
      <RuleSentence />
      <FieldGrid title={t('sections.effect')}>
        <EffectField name="prohibition" label={t('fields.prohibition')} disabled={readOnly} />
        <F.Text
          name="name"
          label={t('fields.name')}
          help={t('sections.nameText')}
          maxLength={100}
          isRequired
          disabled={readOnly}
        />
        <F.Switch
          name="is_shareable"
          label={t('fields.is_shareable')}
          help={t('help.shareable')}
          disabled={readOnly}
        />
      </FieldGrid>
      <FieldGrid title={t('sections.doors')} text={t('sections.doorsText')}>
        <DoorsField
          name="devices"
          label={t('fields.devices')}
          isRequired
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
      <FieldGrid title={t('sections.who')} text={t('sections.whoText')}>
        <F.Ref
          name="domains"
          label={t('fields.domains')}
          help={t('help.groups')}
          source={groupSource}
          isMultiple
          isWide
          disabled={readOnly}
        />
        <F.Ref
          name="users"
          label={t('fields.users')}
          source={userSource}
          isMultiple
          disabled={readOnly}
        />
        <F.Ref
          name="identifiers"
          label={t('fields.identifiers')}
          help={t('help.identifiers')}
          source={identifierSource}
          isMultiple
          disabled={readOnly}
        />
      </FieldGrid>
      <FieldGrid title={t('sections.when')}>
        <F.Ref
          name="time_rules"
          label={t('fields.time_rules')}
          help={forbids && schedules.length > 0 ? t('help.forbidsAtTimes') : t('help.schedules')}
          source={scheduleSource}
          isMultiple
          isWide
          disabled={readOnly}
        />
        <F.TextArea
          name="description"
          label={t('fields.description')}
          rows={2}
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
    </>
  )
}

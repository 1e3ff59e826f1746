import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { accessRules } from '@/features/access-rules'
import { users } from '@/features/users'
import { FieldGrid, typedFields } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { MAX_PASSES, type IdentifierForm } from './schema'
import { offeredTypes } from './types'
import { ValueField } from './ValueField'

const F = typedFields<IdentifierForm>()

const userSource = pickerOf(users)
const ruleSource = pickerOf(accessRules)

interface Props {
  readOnly: string | false
  /** It opens nothing any more: the switch would say otherwise. */
  isRevoked: boolean
}

/** Every field of an identifier. */
export function IdentifierFields({ readOnly, isRevoked }: Props) {
  const { t } = useTranslation('identifiers')
  const { has } = useCan()
  const types = offeredTypes(useWatch<IdentifierForm, 'type'>({ name: 'type' }), has)
  return (
    <>
      <FieldGrid title={t('sections.what')} text={t('sections.whatText')}>
        <F.Select
          name="type"
          label={t('fields.type')}
          options={types.map((value) => ({ value, label: t(`options.types.${value}`) }))}
          isRequired
          disabled={readOnly}
        />
        <ValueField readOnly={readOnly} />
        <F.Text
          name="name"
          label={t('fields.name')}
          maxLength={100}
          isRequired
          disabled={readOnly}
        />
        <F.Ref
          name="owner"
          label={t('fields.owner')}
          help={t('help.owner')}
          source={userSource}
          disabled={readOnly}
        />
        {!isRevoked && (
          <F.Switch
            name="is_active"
            label={t('fields.active')}
            help={t('help.active')}
            disabled={readOnly}
          />
        )}
      </FieldGrid>
      <FieldGrid title={t('sections.doors')} text={t('sections.doorsText')}>
        <F.Ref
          name="access_rules"
          label={t('fields.accessRules')}
          source={ruleSource}
          isMultiple
          isWide
          disabled={readOnly}
        />
      </FieldGrid>
      <LimitFields readOnly={readOnly} />
    </>
  )
}

function LimitFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('identifiers')
  const hasPeriod = useWatch<IdentifierForm, 'period_restrict_active'>({
    name: 'period_restrict_active',
  })
  const hasPasses = useWatch<IdentifierForm, 'passes_restrict_active'>({
    name: 'passes_restrict_active',
  })
  return (
    <FieldGrid title={t('sections.limits')} text={t('sections.limitsText')}>
      <F.Switch
        name="period_restrict_active"
        label={t('fields.period')}
        isWide
        disabled={readOnly}
      />
      {hasPeriod && (
        <>
          <F.DateTime name="period_restrict_from" label={t('fields.from')} disabled={readOnly} />
          <F.DateTime name="period_restrict_to" label={t('fields.to')} disabled={readOnly} />
        </>
      )}
      <F.Switch
        name="passes_restrict_active"
        label={t('fields.passLimit')}
        isWide
        disabled={readOnly}
      />
      {hasPasses && (
        <F.Number
          name="passes_restrict_max_count"
          label={t('fields.passCount')}
          min={1}
          max={MAX_PASSES}
          isRequired
          disabled={readOnly}
        />
      )}
      <F.TextArea
        name="description"
        label={t('fields.description')}
        rows={2}
        isWide
        disabled={readOnly}
      />
    </FieldGrid>
  )
}

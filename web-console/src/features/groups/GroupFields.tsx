import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { useGroupTypes } from '@/features/group-types'
import { groups } from './resource'
import type { GroupForm } from './schema'
import { useGroupFilters } from './useGroupFilters'

const F = typedFields<GroupForm>()
const source = pickerOf(groups, useGroupFilters)

interface Props {
  /** The group being edited: it cannot be its own parent. */
  id: number | undefined
  /** Why nothing can be changed. */
  readOnly: string | false
}

export function GroupFields({ id, readOnly }: Props) {
  const { t } = useTranslation('groups')
  const { setValue } = useFormContext<GroupForm>()
  const typeId = useWatch<GroupForm, 'domain_type_id'>({ name: 'domain_type_id' })
  const types = useGroupTypes()
  const type = types.data?.items.find((each) => each.id === typeId)
  // A group that only holds others is no part of an address.
  const hasAddress = type !== undefined && type.type !== 'common'

  useEffect(() => {
    if (type?.type === 'common') setValue('logic_address', '')
  }, [type, setValue])

  return (
    <>
      <FieldGrid title={t('sections.identity')} text={t('sections.identityText')}>
        <F.Text
          name="name"
          label={t('fields.name')}
          maxLength={100}
          isRequired
          disabled={readOnly}
        />
        <F.Ref
          name="parent"
          label={t('fields.parent')}
          help={t('help.parent')}
          source={source}
          exclude={id === undefined ? [] : [id]}
          disabled={readOnly}
        />
        <F.TextArea name="description" label={t('fields.description')} isWide disabled={readOnly} />
      </FieldGrid>
      <FieldGrid title={t('sections.place')} text={t('sections.placeText')}>
        <F.Select
          name="domain_type_id"
          label={t('fields.type')}
          options={(types.data?.items ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          isLoading={types.isLoading}
          isClearable
          disabled={readOnly}
        />
        {hasAddress && (
          <F.Text
            name="logic_address"
            label={t('fields.address')}
            help={t('help.address')}
            maxLength={4}
            isCode
            disabled={readOnly}
          />
        )}
      </FieldGrid>
      <FieldGrid title={t('sections.counts')} text={t('sections.countsText')}>
        <F.Number
          name="sip_count"
          label={t('fields.sipCount')}
          min={0}
          max={1_000_000}
          disabled={readOnly}
        />
        <F.Number
          name="app_count"
          label={t('fields.appCount')}
          min={0}
          max={1_000_000}
          disabled={readOnly}
        />
      </FieldGrid>
    </>
  )
}

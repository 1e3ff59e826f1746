import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { users } from '@/features/users'
import { FieldGrid, RowList, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { CHANNELS, emptyQuestion, MAX_QUESTIONS, TYPES, type AnnounceForm } from './schema'

const F = typedFields<AnnounceForm>()

const groupSource = pickerOf(groups)
const userSource = pickerOf(users)

/** Every field of an announce. */
export function AnnounceFields() {
  const { t } = useTranslation('announces')
  const { control } = useFormContext<AnnounceForm>()
  const type = useWatch({ control, name: 'type' })
  return (
    <>
      <FieldGrid title={t('sections.what')}>
        <F.Text
          name="name"
          label={t('fields.name')}
          help={t('help.name')}
          maxLength={100}
          isRequired
        />
        <F.Select
          name="type"
          label={t('fields.type')}
          options={TYPES.map((value) => ({ value, label: t(`options.types.${value}`) }))}
          isRequired
        />
        <F.Text name="subject" label={t('fields.subject')} maxLength={200} isRequired isWide />
        <F.TextArea
          name="body"
          label={t('fields.body')}
          help={t('help.body')}
          rows={8}
          isRequired
          isWide
        />
      </FieldGrid>
      {type === 'poll' && <PollFields />}
      <FieldGrid title={t('sections.who')} text={t('sections.whoText')}>
        <F.Ref name="domains" label={t('fields.domains')} source={groupSource} isMultiple />
        <F.Ref name="users" label={t('fields.users')} source={userSource} isMultiple />
      </FieldGrid>
      <FieldGrid title={t('sections.how')}>
        <F.Select
          name="send_via"
          label={t('fields.send_via')}
          help={t('help.send_via')}
          options={CHANNELS.map((value) => ({ value, label: t(`options.channels.${value}`) }))}
          isRequired
        />
        <F.Switch
          name="use_owner_info"
          label={t('fields.use_owner_info')}
          help={t('help.use_owner_info')}
        />
        <F.DateTime name="execute_at" label={t('fields.execute_at')} help={t('help.execute_at')} />
        <F.DateTime name="ends_at" label={t('fields.ends_at')} help={t('help.ends_at')} />
        <F.TextArea name="description" label={t('fields.description')} rows={2} isWide />
      </FieldGrid>
    </>
  )
}

function PollFields() {
  const { t } = useTranslation('announces')
  return (
    <FieldGrid title={t('sections.poll')} text={t('sections.pollText')}>
      <F.Switch name="poll_multi_answers_allowed" label={t('fields.poll_multi_answers_allowed')} />
      <F.Switch name="poll_user_answer_allowed" label={t('fields.poll_user_answer_allowed')} />
      <F.Switch
        name="is_anonymous"
        label={t('fields.is_anonymous')}
        help={t('help.is_anonymous')}
      />
      <RowList
        name="questions"
        label={t('fields.questions')}
        addLabel={t('addQuestion')}
        rowLabel={(number) => t('question', { number })}
        empty={emptyQuestion}
        max={MAX_QUESTIONS}
      >
        {(at) => (
          <>
            <F.Text
              name={`questions.${at}.text`}
              label={t('fields.text')}
              maxLength={300}
              isRequired
              isWide
            />
            <F.TextArea
              name={`questions.${at}.answers`}
              label={t('fields.answers')}
              help={t('help.answers')}
              rows={4}
              isWide
            />
          </>
        )}
      </RowList>
    </FieldGrid>
  )
}

import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import {
  FieldFrame,
  FieldGrid,
  FormDialog,
  issue,
  nameRule,
  typedFields,
  useField,
} from '@/kit/form'
import { AddPictures } from './AddPictures'
import { useCreateConversationMutation, useListConversationRecipientsQuery } from './api'
import { MAX_MESSAGE } from './Composer'
import { areSent, MAX_PICTURES } from './draftPictures'
import { conversationPath } from './entity'
import styles from './pictures.module.css'
import { PictureTray } from './PictureTray'
import { useDraftPictures } from './useDraftPictures'

/** The message may be empty beside pictures. */
const schemaOf = (hasPictures: boolean) =>
  z.object({
    /** `user:7` or `group:3`. */
    recipient: z.string().min(1, issue('required')),
    subject: nameRule(200),
    message: z
      .string()
      .trim()
      .min(hasPictures ? 0 : 1, issue('required'))
      .max(MAX_MESSAGE, issue('max_length', { max: MAX_MESSAGE })),
  })
type NewConversationForm = z.input<ReturnType<typeof schemaOf>>

const F = typedFields<NewConversationForm>()

/** A conversation with a person, or with those who answer for a group. */
export default function NewConversation({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('conversations')
  const navigate = useNavigate()
  const [create] = useCreateConversationMutation()
  // One id while the dialog is open: a click that is repeated begins one conversation.
  const [requestId] = useState(() => crypto.randomUUID())
  const { pictures, add, retry, remove } = useDraftPictures((refusal) =>
    t(`options.refusals.${refusal}`, { most: MAX_PICTURES }),
  )
  const hasPictures = pictures.length > 0
  const begin = async ({ recipient, subject, message }: NewConversationForm) => {
    const [kind, id] = recipient.split(':')
    const whom = { id: Number(id) }
    const { id: made } = await create({
      conversationInput: {
        ...(kind === 'group' ? { domain: whom } : { user: whom }),
        subject,
        message,
        request_id: requestId,
        pictures: pictures.flatMap(({ key }) => (key === undefined ? [] : [{ key }])),
      },
    }).unwrap()
    void navigate(conversationPath(made))
  }
  return (
    <FormDialog
      title={t('new.title')}
      action={t('send')}
      schema={schemaOf(hasPictures)}
      isBlocked={!areSent(pictures)}
      initial={{ recipient: '', subject: '', message: '' }}
      onApprove={begin}
      onClose={onClose}
    >
      <FieldGrid>
        <RecipientField />
        <F.Text name="subject" label={t('fields.subject')} maxLength={200} isRequired isWide />
        <F.TextArea
          name="message"
          label={t('fields.message')}
          rows={5}
          isRequired={!hasPictures}
          isWide
        />
      </FieldGrid>
      <div className={styles.new}>
        <PictureTray pictures={pictures} onRemove={remove} onRetry={retry} />
        <AddPictures isNamed taken={pictures.length} onAdd={add} />
      </div>
    </FormDialog>
  )
}

function RecipientField() {
  const { t } = useTranslation('conversations')
  const props = { name: 'recipient', label: t('fields.recipient'), isRequired: true, isWide: true }
  const { value, onChange, error, control } = useField(props)
  const [search, setSearch] = useState('')
  const { data, isFetching } = useListConversationRecipientsQuery({
    search: useDeferredValue(search),
  })
  const options = [
    {
      label: t('new.staff'),
      options: (data?.domains ?? []).map(({ id, name }) => ({ value: `group:${id}`, label: name })),
    },
    {
      label: t('new.people'),
      options: (data?.users ?? []).map(({ id, name }) => ({ value: `user:${id}`, label: name })),
    },
  ].filter(({ options: some }) => some.length > 0)
  return (
    <FieldFrame props={props} error={error}>
      <Select
        {...control}
        value={value === '' ? null : (value as string)}
        onChange={(next) => onChange(next ?? '')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        loading={isFetching}
        options={options}
        notFoundContent={t('new.nobody')}
        style={{ width: '100%' }}
      />
    </FieldFrame>
  )
}

import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LOCALES } from '@/api/profile'
import { groups } from '@/features/groups'
import { FieldGrid, typedFields, useReadOnly } from '@/kit/form'
import { pickerOf } from '@/kit/picker'
import { useMailTypes, type MailTemplateType } from './api'
import { MacroBar } from './MacroBar'
import { insertAt, macroText, unknownMacros } from './macros'
import styles from './mail-templates.module.css'
import { MAX_BODY, MAX_SUBJECT, type MailTemplateForm } from './schema'
import { useTypeWords } from './useTypeWords'

const F = typedFields<MailTemplateForm>()
const source = pickerOf(groups)

/** Which mail, for whom, and its text with the macros of its type. */
export function MailTemplateFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('mail-templates')
  const words = useTypeWords()
  const types = useMailTypes()
  const typeId = useWatch<MailTemplateForm, 'mail_type_id'>({ name: 'mail_type_id' })
  const type = types.data?.items.find(({ id }) => id === typeId)
  useDefaultText(type, isNew)
  const stays = !isNew && t('typeStays')
  return (
    <div>
      <FieldGrid title={t('sections.which')} text={t('sections.whichText')}>
        <F.Select
          name="mail_type_id"
          label={t('fields.type')}
          isRequired
          disabled={stays}
          isLoading={types.isLoading}
          options={(types.data?.items ?? []).map(({ id }) => ({ value: id, label: words(id) }))}
        />
        <F.Select
          name="locale"
          label={t('fields.locale')}
          isRequired
          disabled={stays}
          options={LOCALES.map((value) => ({ value, label: t(`options.locales.${value}`) }))}
        />
        <F.Ref
          name="domain"
          label={t('fields.level')}
          help={t('help.level')}
          source={source}
          disabled={stays}
        />
      </FieldGrid>
      <Text type={type} />
    </div>
  )
}

/** A new template begins with the platform's own text, as long as nobody wrote another. */
function useDefaultText(type: MailTemplateType | undefined, isNew: boolean) {
  const { getValues, setValue } = useFormContext<MailTemplateForm>()
  const locale = useWatch<MailTemplateForm, 'locale'>({ name: 'locale' })
  const given = useRef({ subject: '', body: '' })
  useEffect(() => {
    if (!isNew || !type) return
    const { subject, body } = getValues()
    const isUntouched = subject === given.current.subject && body === given.current.body
    const text = type.defaults.find((each) => each.locale === locale)
    if (!isUntouched || !text) return
    given.current = { subject: text.subject, body: text.body }
    setValue('subject', text.subject, { shouldDirty: true })
    setValue('body', text.body, { shouldDirty: true })
  }, [type, locale, isNew, getValues, setValue])
}

type TextPart = 'subject' | 'body'

function Text({ type }: { type: MailTemplateType | undefined }) {
  const { t } = useTranslation('mail-templates')
  const readOnly = useReadOnly()
  const { getValues, setValue } = useFormContext<MailTemplateForm>()
  const [subject, body] = useWatch<MailTemplateForm, [TextPart, TextPart]>({
    name: ['subject', 'body'],
  })
  /** The field that had the focus last: macros go there. */
  const latest = useRef<TextPart>('body')
  const unknown = type ? unknownMacros(`${subject}\n${body}`, type.macros) : []

  const insert = (name: string) => {
    const part = latest.current
    const field = document.querySelector<HTMLTextAreaElement>(`#field-${part}`)
    const old = getValues(part)
    const from = field?.selectionStart ?? old.length
    const { text, caret } = insertAt(old, macroText(name), from, field?.selectionEnd ?? from)
    setValue(part, text, { shouldDirty: true, shouldValidate: true })
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(caret, caret)
    })
  }
  return (
    <FieldGrid title={t('sections.text')} text={t('sections.textText')}>
      <div className={styles.text}>
        {type && <MacroBar macros={type.macros} onInsert={insert} disabled={Boolean(readOnly)} />}
        <div onFocus={() => (latest.current = 'subject')}>
          <F.Text name="subject" label={t('fields.subject')} maxLength={MAX_SUBJECT} isRequired />
        </div>
        <div className={styles.body} onFocus={() => (latest.current = 'body')}>
          <F.TextArea
            name="body"
            label={t('fields.body')}
            maxLength={MAX_BODY}
            rows={12}
            isRequired
          />
        </div>
        {unknown.length > 0 && (
          <p role="alert" className={styles.unknown}>
            {t('unknown', { count: unknown.length, names: unknown.map(macroText).join(', ') })}
          </p>
        )}
      </div>
    </FieldGrid>
  )
}

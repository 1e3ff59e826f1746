import { useEffect, useState } from 'react'
import type { Locale } from '@/api/profile'
import { usePreviewMailMutation, type MailPreview } from './api'
import type { MailTemplateForm } from './schema'

/** Milliseconds without a key before the server is asked. */
const PAUSE = 400

interface State {
  question: string
  preview?: MailPreview
  error?: unknown
}

/** The mail as it will be sent, a moment behind the typing. */
export function usePreview(values: MailTemplateForm, locale: Locale) {
  const [ask] = usePreviewMailMutation()
  const { mail_type_id, subject, body, domain } = values
  const isComplete = mail_type_id !== '' && subject.trim() !== '' && body.trim() !== ''
  const question = isComplete
    ? JSON.stringify({ mail_type_id, subject, body, domain_id: domain?.id ?? null, locale })
    : ''
  const [state, setState] = useState<State>({ question: '' })

  useEffect(() => {
    if (!question) return undefined
    let isOver = false
    const timer = setTimeout(() => {
      ask({ previewMailRequestInput: JSON.parse(question) as object })
        .unwrap()
        .then((preview) => !isOver && setState({ question, preview }))
        .catch((error: unknown) => !isOver && setState((old) => ({ ...old, question, error })))
    }, PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [ask, question])

  const isCurrent = state.question === question
  return {
    isComplete,
    preview: isComplete ? state.preview : undefined,
    error: isCurrent ? state.error : undefined,
    isStale: !isCurrent,
  }
}

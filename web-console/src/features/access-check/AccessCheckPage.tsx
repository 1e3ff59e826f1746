import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '@/kit/page'
import styles from './access-check.module.css'
import { Answer } from './Answer'
import { parseQuestion, questionParams, type Question } from './question'
import { QuestionForm } from './QuestionForm'
import { useAnswer } from './useAnswer'
import { useNames } from './useNames'

/** Why can, or can't, somebody open a door? The question is the address; the answer follows it. */
export default function AccessCheckPage() {
  const { t } = useTranslation('access-check')
  const [params, setParams] = useSearchParams()
  const question = useMemo(() => parseQuestion(params), [params])
  const names = useNames(question)
  const answer = useAnswer(question)
  const change = (part: Partial<Question>) =>
    setParams(questionParams({ ...question, ...part }), { replace: true })
  return (
    <Page title={t('title')} note={t('note')}>
      <div className={styles.columns}>
        <QuestionForm question={question} names={names} onChange={change} />
        <Answer question={question} names={names} answer={answer} />
      </div>
    </Page>
  )
}

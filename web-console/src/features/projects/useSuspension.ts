import { useTranslation } from 'react-i18next'
import { useAttempt } from '@/kit/feedback'
import { useUpdateProject, type DealerProject } from './api'

/** Suspends and resumes projects. Whom it locks out, they cannot undo: so it is asked first. */
export function useSuspension() {
  const { t } = useTranslation('projects')
  const attempt = useAttempt()
  const [update] = useUpdateProject()
  const set = async ({ id }: DealerProject, is_suspended: boolean, text: string) => {
    await update({ id, body: { is_suspended } }).unwrap()
    return text
  }
  return {
    suspend: async (project: DealerProject) => {
      const { name } = project
      const question = {
        title: t('suspend.sure', { name }),
        text: t('suspend.text'),
        action: t('suspend.action'),
      }
      await attempt(() => set(project, true, t('suspend.done', { name })), question)
    },
    resume: (project: DealerProject) =>
      attempt(() => set(project, false, t('resume.done', { name: project.name }))),
  }
}

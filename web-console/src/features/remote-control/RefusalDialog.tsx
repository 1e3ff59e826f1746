import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Refusal } from './refusal'

interface Props {
  refusal: Refusal
  onClose: () => void
}

/** Says why the device cannot be controlled. */
export function RefusalDialog({ refusal, onClose }: Props) {
  const { t } = useTranslation(['remote-control', 'common'])
  return (
    <Modal
      open
      title={t(`options.refused.${refusal}.title`)}
      width={420}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      <p>{t(`options.refused.${refusal}.text`)}</p>
    </Modal>
  )
}

{{- define "sip-edge.podMonitor" -}}
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata:
  name: {{ include "library.fullname" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "library.labels" . | nindent 4 }}
    {{- with .root.Values.monitoring.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "library.selector" . | nindent 6 }}
  jobLabel: app.kubernetes.io/name
  podMetricsEndpoints:
    - port: {{ .port }}
      path: /metrics
      interval: {{ .root.Values.monitoring.interval }}
{{- end }}

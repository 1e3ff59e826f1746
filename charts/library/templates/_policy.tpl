{{/* A part and maxUnavailable. */}}
{{- define "library.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "library.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "library.selector" . | nindent 6 }}
{{- end }}

{{/* A part, port (its name) and the values' block of monitoring. */}}
{{- define "library.serviceMonitor" -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
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
  endpoints:
    - port: {{ .port }}
      path: /metrics
      interval: {{ .root.Values.monitoring.interval }}
{{- end }}

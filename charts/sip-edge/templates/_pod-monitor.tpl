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
      {{- with .root.Values.innerAddress | default .root.Values.address }}
      relabelings:
        - { sourceLabels: [__address__], regex: ".+:([0-9]+)", targetLabel: __address__, replacement: "{{ . }}:$1" }
      {{- end }}
{{- end }}

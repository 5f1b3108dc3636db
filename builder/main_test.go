package builder_test

import (
	"os"
	"testing"

	"muster/schema/schematest"
)

func TestMain(m *testing.M) { os.Exit(schematest.Run(m)) }

-- Made by muster. The figure gets the base that its state says, in inches, when
-- it is first put on a table.
function onLoad(state)
  local base = state ~= "" and JSON.decode(state)
  if base then
    local size, scale = self.getBoundsNormalized().size, self.getScale()
    if size.x > 0 and size.z > 0 then
      local x, z = scale.x * base.x / size.x, scale.z * base.z / size.z
      self.setScale({x, math.min(x, 2), z})
    end
    self.script_state = ""
  end
  if showWounds then showWounds() end
end

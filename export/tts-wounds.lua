
-- The wounds that are left stand before the name, "3/3 Name", and on a button: a
-- click takes one, a right click gives one back.
function wounds()
  local left, all = self.getName():match("^(%d+)/(%d+) ")
  return tonumber(left), tonumber(all)
end

function showWounds()
  self.clearButtons()
  local left, all = wounds()
  if not left then return end
  local scale = self.getScale()
  local height = self.getBoundsNormalized().size.y / scale.y
  self.createButton({
    click_function = "wound", function_owner = self,
    label = tostring(left), tooltip = left .. " of " .. all .. " wounds left",
    position = {0, height + 0.3, 0}, rotation = {0, 180, 0}, scale = {1 / scale.x, 1, 1 / scale.z},
    width = 400, height = 400, font_size = 300,
    color = left * 2 > all and {0.9, 0.9, 0.9} or {0.8, 0.2, 0.2},
  })
end

function wound(_, _, right)
  local left, all = wounds()
  if not left then return end
  left = math.max(0, math.min(all, left + (right and 1 or -1)))
  self.setName((self.getName():gsub("^%d+", tostring(left))))
  showWounds()
end

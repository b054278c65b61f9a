import EDL
import Testing

@Suite struct SuggestionTests {
  @Test func findsTheNearWord() {
    let keys = ["transition", "duration", "speed", "in", "out", "id", "fit"]
    #expect(closestMatch(to: "trasition", in: keys) == "transition")
    #expect(closestMatch(to: "durration", in: keys) == "duration")
    #expect(closestMatch(to: "sped", in: keys) == "speed")
    #expect(closestMatch(to: "sepde", in: keys) == nil)
    #expect(closestMatch(to: "SPEED", in: keys) == "speed")
    #expect(closestMatch(to: "fti", in: keys) == "fit")
    #expect(closestMatch(to: "opacity", in: keys) == nil)
    #expect(closestMatch(to: "", in: keys) == nil)
    #expect(closestMatch(to: "x", in: []) == nil)
  }

  @Test func neverSuggestsTheWordItselfOrHugeWords() {
    #expect(closestMatch(to: "fit", in: ["fit"]) == nil)
    let long = String(repeating: "a", count: 100)
    #expect(closestMatch(to: long, in: [long + "b"]) == nil)
  }
}
